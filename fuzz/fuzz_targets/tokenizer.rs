#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| countersign_gguf::fuzzing::tokenizer(data));
