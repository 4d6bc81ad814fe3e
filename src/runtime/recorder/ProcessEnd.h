// Records how a process ends: by exit, with its status, or by a fatal signal.
//
// The handlers write one record (and a second one if its place takes longer to find) and then let the signal take its
// default course. If the program has a handler that recovers, later records show that the process continues. SIGKILL
// leaves no record; the tool sees the process disappear.
#pragma once

namespace lockstep::runtime {

/// Called before the first record, and again when main runs: exit handlers registered before main run too late to get
/// the status.
void watchExit();
/// The process ends immediately, without its exit handlers.
void writeEnd(int status);
/// After MPI_Init, which may install its own handlers: they remain in effect after ours.
void watchSignals();

}  // namespace lockstep::runtime
