#include "passes/symex/mpi/MpiModel.h"

#include <algorithm>

#include <llvm/IR/DebugInfoMetadata.h>

#include "passes/ir/SourceSite.h"
#include "passes/symex/Arithmetic.h"
#include "passes/symex/mpi/Memberships.h"

namespace lockstep::passes::symex {

using mpi::Effect;

report::Site siteAt(const llvm::Instruction &at, report::SiteRole role, std::string label) {
  report::Site site = sourceSite(at, role);
  if (const std::optional<MpiCall> call = MpiCall::of(at)) site.call = call->info().name;
  site.label = std::move(label);
  return site;
}

report::Finding makeFinding(semantics::Verdict verdict, std::vector<report::Site> sites) {
  report::Finding finding;
  finding.rule = verdict.rule;
  finding.severity = verdict.severity;
  finding.message = std::move(verdict.message);
  finding.help = std::move(verdict.help);
  finding.cause = std::move(verdict.cause);
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites = std::move(sites);
  return finding;
}

namespace {

/// The calls that led to the instruction, if they are still open and some stand in another file: for a call in a header
/// or a library of wrappers, the program's own code is above it.
std::vector<report::Frame> callersOf(const State &state, const llvm::Instruction &at) {
  if (state.frames.empty() || state.frames.back().function != at.getFunction()) return {};
  const std::string file = sourceSite(at, report::SiteRole::Call).file;
  std::vector<report::Frame> callers;
  bool isElsewhere = false;
  for (std::size_t i = state.frames.size(); i-- > 1;) {
    if (!state.frames[i].site) continue;
    const report::Site caller = sourceSite(*state.frames[i].site, report::SiteRole::Call);
    callers.push_back({.function = caller.function, .file = caller.file, .line = caller.line, .column = caller.column});
    isElsewhere |= caller.file != file;
  }
  return isElsewhere ? callers : std::vector<report::Frame>();
}

}  // namespace

Note makeNote(const State &state, semantics::Verdict verdict, const llvm::Instruction &anchor, std::string label) {
  Note note;
  note.anchor = &anchor;
  note.certainty = state.certainty;
  note.isChosen = state.isChosen;
  note.finding = makeFinding(std::move(verdict), {siteAt(anchor, report::SiteRole::Call, std::move(label))});
  note.finding.sites.front().stack = callersOf(state, anchor);
  return note;
}

Note makeNote(const State &state, report::Rule rule, std::string message, const llvm::Instruction &anchor,
              std::string label) {
  return makeNote(state, {.rule = rule, .message = std::move(message), .help = {}}, anchor, std::move(label));
}

Note makeNote(const State &state, const semantics::PlacedVerdict<const llvm::CallBase *> &placed) {
  const auto &[verdict, at, label, other, otherLabel] = placed;
  Note note = makeNote(state, verdict, *at, std::string(label));
  if (other) addSecond(note, *other, report::SiteRole::Call, std::string(otherLabel));
  return note;
}

void addSecond(Note &note, const llvm::Instruction &at, report::SiteRole role, std::string label) {
  note.second = &at;
  note.finding.sites.push_back(siteAt(at, role, std::move(label)));
}

namespace {

bool isInLibrary(const llvm::Instruction &at) {
  const llvm::DILocation *location = at.getDebugLoc().get();
  if (!location) return false;
  const llvm::StringRef file = location->getFilename();
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

}  // namespace

const llvm::Instruction &placeInProgram(const State &state, const llvm::Instruction &at) {
  const llvm::Instruction *place = &at;
  for (std::size_t i = state.frames.size(); i-- > 1 && isInLibrary(*place);)
    if (state.frames[i].site) place = state.frames[i].site;
  return isInLibrary(*place) ? at : *place;
}

void addNote(State &state, Note note) {
  const bool isKnown = std::ranges::any_of(state.notes, [&](const Note &other) {
    return other.finding.rule.index == note.finding.rule.index && other.anchor == note.anchor &&
           other.second == note.second;
  });
  if (!isKnown) state.notes.push_back(std::move(note));
}

namespace {

/// The result has the value of the argument.
bool calculateAddress(const CallView &view) {
  Interpreter &interpreter = view.interpreter();
  if (view.call().routine() == mpi::Routine::Get_address) {
    const auto address = view.value(mpi::Role::ConstPointer);
    if (address) view.write(1, 8, *address);
    return address.has_value();
  }
  const bool isDifference = view.call().routine() == mpi::Routine::Aint_diff;
  if (view.call().isFortran() || (!isDifference && view.call().routine() != mpi::Routine::Aint_add)) return false;
  const auto first = view.value(0);
  const auto second = view.value(1);
  if (!first || !second) return false;
  const unsigned opcode = isDifference ? llvm::Instruction::Sub : llvm::Instruction::Add;
  interpreter.setRegister(view.state(), view.at(),
                          binary(interpreter.terms(), view.state().facts, opcode, 64, *first, *second));
  return true;
}

/// Clocks and conversions: the result is unknown, and a converted handle escapes.
void leaveOpen(const CallView &view) {
  for (std::size_t i = 0; i < view.routine().arity; ++i) {
    const auto passed = view.value(i);
    if (MpiObject *held = passed ? view.held(*passed) : nullptr) held->isInvalidated = true;
  }
  if (!view.at().getType()->isVoidTy())
    view.interpreter().setRegister(view.state(), view.at(), view.interpreter().terms().leaf(64, UnknownKind::Free));
}

void succeed(const CallView &view) {
  Interpreter &interpreter = view.interpreter();
  if (!view.at().getType()->isVoidTy()) interpreter.setRegister(view.state(), view.at(), Value::ofNumber(0));
  if (const llvm::Value *error = view.call().errorCode())
    interpreter.store(view.state(), interpreter.valueOf(view.state(), *error), 4, Value::ofNumber(0));
}

/// Later code may use handles in memory that outlives the function.
void invalidateKept(State &state) {
  for (std::uint32_t object = 0; object < state.memory.size(); ++object)
    if (state.memory[object].kind != Object::Kind::Stack)
      state.memory.forEachHandle(object, [&](std::uint32_t handle) { state.held[handle].isInvalidated = true; });
}

}  // namespace

bool MpiModel::onMpi(Interpreter &interpreter, State &state, const MpiCall &call) {
  const CallView view(interpreter, state, call);
  state.calls.insert(&call.instruction());
  if (!applyLifecycle(view)) {
    state.end = State::End::Complete;
    return true;
  }
  if (call.info().effect == Effect::Abort) {
    state.end = State::End::Ended;
    return true;
  }
  countCollective(view);
  std::optional<TracedCall> traced = traceCall(view);
  if (call.info().effect == Effect::Finalize) {
    succeed(view);
    onEnd(interpreter, state);
    judgeOpenWindows(view);
    if (traced) traceResults(view, *std::move(traced));
    state.end = State::End::Complete;
    return true;
  }
  if (call.info().cls == mpi::Class::Pure) {
    if (!calculateAddress(view)) leaveOpen(view);
    return true;
  }
  judgeArguments(view);
  judgeRequests(view);
  succeed(view);
  judgeMemory(view);
  judgeOverlap(view);
  applyBuffers(view);
  applyWindows(view);
  applyObjects(view);
  applyOutputs(view);
  applyRequests(view);
  if (traced) traceResults(view, *std::move(traced));
  return true;
}

void MpiModel::onAtomic(Interpreter &interpreter, State &state) { synchronize(interpreter, state); }

void MpiModel::onEnd(Interpreter &interpreter, State &state) {
  if (interpreter.config().isPart) invalidateKept(state);
  judgeRequestsAtEnd(state);
}

void MpiModel::onExit(Interpreter &, State &state) { judgeExit(state); }

}  // namespace lockstep::passes::symex
