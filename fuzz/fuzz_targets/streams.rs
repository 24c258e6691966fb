#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| countersign_llm::fuzzing::stream(data));
