// Models the effects of MPI calls on a process in symbolic execution, and checks the calls.
//
// A call is checked by its arguments, takes effect on requests, windows and other objects, and owns its buffers until
// it is complete. Errors are stored in the state as notes, with their places.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpi/Rma.h"
#include "passes/symex/Interpreter.h"
#include "passes/symex/mpi/CallView.h"
#include "semantics/Footprint.h"
#include "semantics/Verdict.h"
#include "semantics/arguments/CallFacts.h"

namespace lockstep::passes::symex {

class MpiModel final : public Listener {
 public:
  bool onMpi(Interpreter &interpreter, State &state, const MpiCall &call) override;
  void onAccess(Interpreter &interpreter, State &state, const llvm::Instruction &at, const Access &access) override;
  void onAtomic(Interpreter &interpreter, State &state) override;
  void onFree(Interpreter &interpreter, State &state, const llvm::Instruction &at, std::uint32_t object) override;
  void onReturn(Interpreter &interpreter, State &state, const Frame &frame, const llvm::Instruction &at) override;
  void onEnd(Interpreter &interpreter, State &state) override;
  void onExit(Interpreter &interpreter, State &state) override;
};

/// A note with `anchor` as its origin and first site.
Note makeNote(const State &state, report::Rule rule, std::string message, const llvm::Instruction &anchor,
              std::string label);
Note makeNote(const State &state, semantics::Verdict verdict, const llvm::Instruction &anchor, std::string label);
/// Its origin is its first site.
Note makeNote(const State &state, const semantics::PlacedVerdict<const llvm::CallBase *> &verdict);
report::Finding makeFinding(semantics::Verdict verdict, std::vector<report::Site> sites);
report::Site siteAt(const llvm::Instruction &at, report::SiteRole role, std::string label);
void addSecond(Note &note, const llvm::Instruction &at, report::SiteRole role, std::string label);
void addNote(State &state, Note note);
/// The instruction, or if that is in a library header, the call in the program that led to it.
const llvm::Instruction &placeInProgram(const State &state, const llvm::Instruction &at);

// Arguments.cpp
void judgeArguments(const CallView &view);
Note argumentNote(const CallView &view, report::Rule rule, std::size_t argument, semantics::Complaint complaint);

// Footprint.cpp
/// The bytes that certainly belong to the buffer of the operation, relative to the passed address.
struct Footprint {
  std::vector<semantics::StridedRun> runs;
  bool isWhole = false;  // there are no others
  bool isWritten = false;
};
semantics::BufferUse useOf(const CallView &view, std::size_t buffer);
/// Of a buffer that is written in place, behind it what is also read.
std::vector<Footprint> footprintsOf(const CallView &view, std::size_t buffer);
/// The arrays of counts and displacements, which the operation reads.
std::vector<Part> arraysOf(const CallView &view);

// Datatypes.cpp
/// The layout of a datatype, predefined or created by the program; null if nothing is known about it.
semantics::LayoutPtr layoutOf(const CallView &view, const Value &type);
/// The layout of an element in a list of datatypes.
semantics::LayoutPtr layoutOf(const CallView &view, std::size_t list, std::int64_t index);
/// The one that the call makes.
Datatype describeType(const CallView &view);
semantics::TypeFacts typeFacts(const CallView &view, const Value &type);
/// The basic type of the whole datatype; none if there are several, or if unknown.
mpi::PredefinedType basicTypeOf(const CallView &view, const Value &type);

// BufferTypes.cpp
/// Checks that the memory of the buffers is as large as the call requires, and of the right type.
void judgeMemory(const CallView &view);

// BufferOverlap.cpp
/// Checks that buffers of the call do not overlap.
void judgeOverlap(const CallView &view);

// Objects.cpp
/// Of the data that the routine delivers.
UnknownKind kindOfResult(const mpi::RoutineInfo &routine);
void applyOutputs(const CallView &view);
void applyObjects(const CallView &view);

// Requests.cpp
/// The requests passed to the call, as arguments.
void judgeRequests(const CallView &view);
void applyRequests(const CallView &view);
/// The active requests passed to a call; nothing if some are unknown.
std::optional<std::vector<std::uint32_t>> requestsOf(const CallView &view);
void judgeRequestsAtEnd(State &state);

// Buffers.cpp
void applyBuffers(const CallView &view);
std::vector<Part> partsOf(const CallView &view);
void beginOperation(const CallView &view, PendingOperation pending);
void endOperations(Interpreter &interpreter, State &state, const std::function<bool(const PendingOperation &)> &isOver);
void endOperationsOf(Interpreter &interpreter, State &state, std::uint32_t request);
/// `routine`: whose call accesses the part; null: a load or store.
void judgeAccess(State &state, const llvm::Instruction &at, const mpi::RoutineInfo *routine, const Part &part);

/// Two strands that may run in parallel: an operation and an access to its buffer.
void noteParallel(State &state, const Use &operation, const Use &other);

// Threads.cpp
void recordUse(const Interpreter &interpreter, State &state, const llvm::Instruction &at, const Part &part,
               bool isOperation);
void synchronize(const Interpreter &interpreter, State &state);
/// A strand for a new task.
void beginTask(const Interpreter &interpreter, State &state, const llvm::CallBase &made,
               const std::vector<Dependence> &dependences);
void joinTasks(State &state);
void passBarrier(State &state);

// Lifecycle.cpp
/// Called before any other effect of the call. False if nothing later is worth exploring.
bool applyLifecycle(const CallView &view);
void judgeExit(State &state);
/// The answer of MPI_Initialized and MPI_Finalized; nothing for other routines.
std::optional<Value> answerOf(const CallView &view);

// Tracing.cpp
/// Called before the effect of the call; nothing if it is not traced.
std::optional<TracedCall> traceCall(const CallView &view);
/// Called after the effect of the call.
void traceResults(const CallView &view, TracedCall traced);
void traceAccess(State &state, const llvm::Instruction &at, const Access &access);

// Windows.cpp
void applyWindows(const CallView &view);
/// Epochs that are still open when the call ends MPI.
void judgeOpenWindows(const CallView &view);

}  // namespace lockstep::passes::symex
