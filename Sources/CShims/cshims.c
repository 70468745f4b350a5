// The target has declarations only; a C target needs one source file.
