//! The engine against llama.cpp's recorded answers, and against files made to harm it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod all {
    mod build;
    mod files;
    mod long;
    mod parity;
}
