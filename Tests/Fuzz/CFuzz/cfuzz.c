// The target has a declaration only; a C target needs one source file.
#include "cfuzz.h"
