// Validates a record: its kind is known, it is inside the committed bytes, its variable parts are inside it, its
// strings are terminated, and its indices are in range.
#pragma once

#include <cstddef>

#include "trace/Record.h"

namespace lockstep::trace {

/// What is wrong with the record, or nullptr. `available`: committed bytes from its beginning on.
const char *findFlaw(const RecordHeader &record, std::size_t available);

/// "Enter record", …; "record" for a number that is no kind.
const char *nameOf(Kind kind);

}  // namespace lockstep::trace
