//! What stands around an order is read with it: a denial, a condition, another choice, a correction, and every word beside
//! a number.

use crate::kept::differing;
use countersign_planner::interpret::Context;

#[test]
fn nothing_that_is_said_of_an_order_is_dropped() {
    let (count, wrong) = differing(include_str!("../data/governing.txt"), &Context::default());
    assert!(wrong.is_empty(), "{} of {count} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 70, "{count} rows");
}
