#![no_main]

#[path = "../properties/commands.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|data: &[u8]| property::holds(data));
