//! The default list (S1-16). A listing means *eligible*: class and words decide.

/// The 40 prefixes. `rm` is absent on purpose.
pub const LISTED: [&[&str]; 40] = [
    &["npm", "install"],
    &["npm", "run"],
    &["npm", "test"],
    &["yarn", "install"],
    &["yarn", "add"],
    &["yarn", "test"],
    &["yarn", "build"],
    &["pnpm", "install"],
    &["pnpm", "run"],
    &["git", "status"],
    &["git", "diff"],
    &["git", "log"],
    &["git", "branch"],
    &["ls"],
    &["pwd"],
    &["cat"],
    &["head"],
    &["tail"],
    &["grep"],
    &["find"],
    &["mkdir"],
    &["touch"],
    &["echo"],
    &["curl"],
    &["wget"],
    &["cp"],
    &["mv"],
    &["tsc"],
    &["tsc", "--noEmit"],
    &["python"],
    &["python3"],
    &["pip", "install"],
    &["pip3", "install"],
    &["cargo", "build"],
    &["cargo", "run"],
    &["cargo", "test"],
    &["cargo", "check"],
    &["go", "build"],
    &["go", "run"],
    &["go", "test"],
];

#[cfg(test)]
mod tests {
    use super::LISTED;
    use crate::table;
    use std::collections::BTreeSet;

    #[test]
    fn every_listed_prefix_has_its_rules_and_none_else_has() {
        let listed: BTreeSet<&[&str]> = LISTED.into_iter().collect();
        let ruled: BTreeSet<&[&str]> = table::listed().flat_map(|program| program.prefixes.iter().copied()).collect();
        assert_eq!((listed.len(), &listed), (40, &ruled));
    }
}
