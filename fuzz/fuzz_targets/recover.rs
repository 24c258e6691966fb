#![no_main]

#[path = "../properties/recover.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|data: &[u8]| property::holds(data));
