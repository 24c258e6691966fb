//! The engine against llama.cpp's recorded answers, and against files made to harm it.

mod all {
    mod build;
    mod files;
    mod parity;
}
