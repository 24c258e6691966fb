//! Where the command begins that a program runs in a container or by a package manager, where it is known for
//! certain: every option before it is. Words of that command are no programs.

use super::wrappers::{Begins, Read};

/// Programs, the words with which they run a command, and what stands before it.
const BEGINNING: &[(&str, &[&str], Begins)] = &[
    ("docker podman nerdctl", &["exec", "container exec"], EXEC),
    ("docker podman nerdctl", &["run", "create", "container run", "container create"], RUN),
    ("docker podman nerdctl", &["compose exec"], COMPOSE_EXEC),
    ("docker podman nerdctl", &["compose run"], COMPOSE_RUN),
    ("docker-compose podman-compose", &["exec"], COMPOSE_EXEC),
    ("docker-compose podman-compose", &["run"], COMPOSE_RUN),
    ("kubectl oc kubecolor", &["exec"], POD),
    ("poetry pipenv pdm hatch rye", &["run"], Begins::new("", "", 0)),
    ("dotenvx", &["run"], Begins::new("-e -f -fk --env --env-file --env-keys-file", "-o -q --overload --quiet", 0)),
    ("bundle", &["exec"], Begins::new("", "--keep-file-descriptors", 0)),
    ("npx bunx pnpx", &[""], Begins::new("-p --package", "-y --yes --no -q --quiet", 0)),
];
const EXEC: Begins = Begins::new(
    "-e -u -w --env --env-file --user --workdir --detach-keys",
    "-d -i -t --detach --interactive --privileged --tty",
    1,
);
/// Not `--entrypoint`: with it the words behind the image are another program's.
const RUN: Begins = Begins::new(
    "-a -c -e -h -l -m -p -u -v -w --add-host --attach --cap-add --cap-drop --cidfile --cpus --device --dns --env \
     --env-file --expose --gpus --hostname --ip --ipc --label --link --log-driver --log-opt --memory --mount --name \
     --net --network --pid --platform --publish --pull --restart --security-opt --shm-size --stop-signal \
     --stop-timeout --tmpfs --ulimit --user --userns --uts --volume --volumes-from --workdir",
    "-d -i -P -q -t --detach --init --interactive --privileged --publish-all --quiet --read-only --rm --tty",
    1,
);
const COMPOSE_EXEC: Begins =
    Begins::new("-e -u -w --env --index --user --workdir", "-d -t -T --detach --no-TTY --no-tty --privileged", 1);
const COMPOSE_RUN: Begins = Begins::new(
    "-e -l -p -u -v -w --env --label --name --publish --user --volume --workdir",
    "-d -i -P -q -T --build --detach --interactive --no-TTY --no-deps --no-tty --quiet --quiet-pull \
     --remove-orphans --rm --service-ports --use-aliases",
    1,
);
const POD: Begins =
    Begins::new("-c -n --container --context --kubeconfig --namespace", "-i -q -t --quiet --stdin --tty", 1);

/// The place of its first word; the end, where none is named.
pub(super) fn find(name: &str, argv: &[String]) -> Option<usize> {
    let rows = BEGINNING.iter().filter(|(names, ..)| names.split(' ').any(|known| known == name));
    let (words, begins) = rows
        .flat_map(|(_, verbs, begins)| verbs.iter().map(move |verb| (verb.split_whitespace().count(), *verb, begins)))
        .find_map(|(words, verb, begins)| {
            let said = argv.get(1..=words)?;
            said.iter().map(String::as_str).eq(verb.split_whitespace()).then_some((words, begins))
        })?;
    let (mut at, mut skip) = (1 + words, begins.before);
    // Whether the last word was the one that it is run in.
    let mut named = false;
    loop {
        // Nothing stands behind what it is run in: the command is its own.
        let Some(word) = argv.get(at) else { return named.then_some(at) };
        if word == "--" {
            at += 1;
            break;
        } else if word.len() > 1 && word.starts_with('-') {
            named = false;
            at += match begins.read(word) {
                Read::Valued(_, attached) => 1 + usize::from(attached.is_none()),
                Read::Flag => 1,
                Read::Unknown => return None,
            };
        } else if skip > 0 {
            (skip, at) = (skip - 1, at + 1);
            named = skip == 0;
        } else {
            break;
        }
    }
    argv.get(at).filter(|word| skip == 0 && !word.starts_with('-')).map(|_| at)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn the_command_is_found_behind_known_options_alone() {
        for (text, at) in [
            ("docker exec c ls", Some(3)),
            ("docker exec -it -u app c ls -l", Some(6)),
            ("docker exec -itu app c ls", Some(5)),
            ("docker container exec c ls", Some(4)),
            ("docker compose exec -T web ls", Some(5)),
            ("docker run --rm -v .:/w --name=x alpine ls", Some(7)),
            ("docker run --entrypoint sh alpine ls", None),
            ("docker run bash -c ls", None),
            ("docker run --unknown x alpine ls", None),
            ("docker run alpine", Some(3)),
            ("docker run --rm sudo", Some(4)),
            ("docker run --unknown sudo", None),
            ("docker run", None),
            ("kubectl exec -it p -c app -- ls", Some(7)),
            ("kubectl -n x exec p -- ls", None),
            ("poetry run ls", Some(2)),
            ("npx -y ls", Some(2)),
            ("npx --package x ls", Some(3)),
            ("npx --call ls", None),
        ] {
            let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(find(&argv[0], &argv), at, "{text}");
        }
    }
}
