//! Programs that show or hand out the secrets that they keep, or that somebody keeps for them: what they would show
//! is refused like the file it would be in (`core::secret`). Programs that only name them, or that are given one to
//! keep, are not.

use crate::case::Finding;
use crate::verdict::Class;

/// The words that say so, in this order, each at the beginning of one: `a|b` is one of several, `*x` may stand
/// anywhere in a word, and `@x` is a kind of object, also in a list of kinds (`pods,secrets`) or with a name (`secret/db`).
const TELL: &[(&str, &str)] = &[
    // Clusters.
    ("kubectl oc kubecolor k3s microk8s minikube k9s", "get|describe|edit|view-last|edit-last|view-secret @secret"),
    ("kubectl oc kubecolor k3s microk8s minikube", "apply view-last|edit-last @secret"),
    ("kubectl oc kubecolor k3s microk8s minikube", "annotate|label|patch|replace @secret -o|--o"),
    ("kubectl oc kubecolor k3s microk8s minikube", "annotate|label|patch|replace -o|--o @secret"),
    ("kubectl oc kubecolor k3s microk8s minikube", "get --raw */secrets"),
    ("kubectl oc kubecolor k3s microk8s minikube", "get --raw=*/secrets"),
    ("kubectl oc kubecolor k3s microk8s minikube", "view-secret|modify-secret"),
    ("kubectl oc kubecolor k3s microk8s minikube", "create token"),
    ("kubectl oc kubecolor k3s microk8s minikube", "config view --raw"),
    ("oc", "extract @secret"),
    ("oc", "whoami -t|--show-token"),
    ("oc", "sa|serviceaccounts get-token"),
    ("helm", "secrets view|dec|edit"),
    ("kops", "get @secret"),
    ("argocd", "account generate-token"),
    ("argocd", "admin initial-password"),
    // Clouds.
    ("aws", "secretsmanager get-secret-value|batch-get-secret-value"),
    ("aws", "ssm get-parameter --with-decryption"),
    ("aws", "ssm --with-decryption get-parameter"),
    ("aws", "configure export-credentials"),
    ("aws", "configure get *aws_secret|*aws_session"),
    ("aws", "ecr|ecr-public get-login"),
    ("aws", "eks get-token"),
    ("aws", "codeartifact get-authorization-token"),
    ("aws", "rds generate-db-auth-token"),
    ("aws", "sts get-session-token|get-federation-token|assume-role"),
    ("aws", "iam create-access-key"),
    ("aws", "kms decrypt"),
    ("gcloud", "auth print-"),
    ("gcloud", "secrets versions access"),
    ("gcloud", "sql generate-login-token"),
    ("gcloud", "config config-helper"),
    ("gcloud", "iam service-accounts keys create"),
    ("az", "keyvault secret show|download"),
    ("az", "account get-access-token"),
    ("az", "keys list"),
    ("az", "list-keys|show-connection-string"),
    ("az", "connection-string list"),
    ("az", "appsettings list"),
    ("az", "credential show"),
    ("az", "acr login --expose-token"),
    ("az", "ad sp create-for-rbac"),
    ("flyctl fly doctl", "auth token"),
    ("flyctl fly", "tokens create"),
    ("heroku", "auth:token"),
    ("heroku", "config"),
    ("heroku", "pg:credentials:url"),
    ("pulumi", "--show-secrets"),
    ("terraform tofu", "state pull"),
    ("firebase", "functions:secrets:access|login:ci"),
    ("netlify", "env:"),
    ("vercel", "env pull"),
    ("railway", "variables"),
    ("databricks", "secrets get"),
    ("stripe", "config --list"),
    // Hosts of code, registries.
    ("gh", "auth token|git-credential"),
    ("gh", "auth status --show-token|-t"),
    ("gh", "config get oauth_token"),
    ("glab", "auth status --show-token|-t"),
    ("glab", "config get token"),
    ("npm", "token create"),
    ("npm yarn pnpm", "config get *authtoken|*authToken|*AuthToken"),
    ("git", "credential fill"),
    ("podman", "secret inspect --showsecret"),
    // What keeps them.
    ("vault bao", "read|unwrap"),
    ("vault bao", "kv get"),
    ("vault bao", "print token"),
    ("vault bao", "token create"),
    ("op", "read|inject"),
    ("op", "item|document get"),
    ("op", "signin --raw"),
    ("bw", "get|export|unlock"),
    ("bw", "list items"),
    ("chamber", "read|export"),
    ("lpass keepassxc-cli", "show|export|clip"),
    ("rbw", "get|code"),
    ("infisical", "secrets|export"),
    ("doppler", "secrets"),
    ("doppler", "configure get token"),
    ("ansible-vault", "view|decrypt|edit"),
    ("sops", "-d|--decrypt|decrypt|exec-|edit"),
    ("gpg gpg2", "--export-secret"),
    ("secret-tool pass gopass keyring", ""),
    ("security", "*-password|*-key"),
    // Networks.
    ("nmcli", "--show-secrets|-s"),
    ("nmcli", "wifi show-password"),
    ("wg", "showconf"),
];
/// How the names of programs begin that hand out what a registry is entered with: `docker-credential-pass get`.
const HELPERS: [&str; 2] = ["docker-credential-", "git-credential-"];

/// Refuses what shows secrets.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    let named = TELL.iter().filter(|(programs, _)| programs.split(' ').any(|program| program == name));
    let told = named.map(|(_, words)| *words).any(|words| says(argv, words));
    let helper = HELPERS.iter().any(|begun| name.starts_with(begun)) && says(argv, "get");
    if told || helper {
        finding.refuse(Class::Unknown, argv.len().min(2) - 1, "it reads secrets");
    }
}

fn says(argv: &[String], words: &str) -> bool {
    let mut said = argv.iter().skip(1);
    words.split_ascii_whitespace().all(|word| said.any(|other| word.split('|').any(|one| is(other, one))))
}

fn is(word: &str, pattern: &str) -> bool {
    match (pattern.strip_prefix('@'), pattern.split_once('*')) {
        (Some(kind), _) => word.split(',').any(|one| is_kind(&one.to_lowercase(), kind)),
        (None, Some((begun, part))) => word.strip_prefix(begun).is_some_and(|rest| rest.contains(part)),
        (None, None) => word.starts_with(pattern),
    }
}

/// Whether a word names objects of a kind: one or many, with their group (`secrets.v1.`) or a name (`secret/db`).
fn is_kind(word: &str, kind: &str) -> bool {
    let named = word.split(['/', '.']).next().unwrap_or(word);
    named == kind || named.strip_suffix('s') == Some(kind)
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn kinds_are_found_in_lists_and_with_their_names() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for text in [
            "k get pods,secrets",
            "k get all,secret -o yaml",
            "k get secret/db",
            "k get Secrets.v1. x",
            "k get secrets",
        ] {
            assert!(says(&words(text), "get @secret"), "{text}");
        }
        for text in [
            "k get pods",
            "k get pods -n secrets-test",
            "k get sealedsecrets",
            "k get pods/secret",
            "k get secretstores",
        ] {
            assert!(!says(&words(text), "get @secret"), "{text}");
        }
    }
}
