// Records an error that the library reports: its class, by the standard's name, and the library's error string.
#pragma once

namespace lockstep::runtime {

struct ThreadState;

/// A call returns this error code, or ends the process because of it. Comes before the Leave of the call.
void writeFailure(ThreadState &thread, int code, bool isFatal, bool isUnused);

}  // namespace lockstep::runtime
