// leak-comm, leak-datatype, leak-group, leak-op, leak-window, leak-info, leak-errhandler, leak-file: objects that a
// process has created and not freed before it finalized MPI, counted per place of creation.
//
// They are counted when the finalizing call returns, since attribute callbacks may free some inside it. A process that
// never finalizes is not judged. With sessions only, the end of the last session is the end of MPI. Info objects and
// error handlers may be freed at any time (MPI 4.0, 11.4.1): they are counted at the end of the process. Older
// libraries end the process if such a call comes after finalization: the remaining objects are then unknown.
#include <csignal>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Element;

/// The call that frees an object of this kind.
mpi::Routine freeingRoutine(Element kind) {
  switch (kind) {
    case Element::Comm:
      return mpi::Routine::Comm_free;
    case Element::Datatype:
      return mpi::Routine::Type_free;
    case Element::Group:
      return mpi::Routine::Group_free;
    case Element::Op:
      return mpi::Routine::Op_free;
    case Element::Window:
      return mpi::Routine::Win_free;
    case Element::Info:
      return mpi::Routine::Info_free;
    case Element::ErrHandler:
      return mpi::Routine::Errhandler_free;
    default:
      return mpi::Routine::File_close;
  }
}

/// "the communicator that ... makes here is never freed", "3 communicators that ... makes here are never freed"
std::string describe(const Making &making, Element kind) {
  const std::string_view noun = mpi::info(kind).noun;
  const std::string which = making.count == 1 ? fmt::format("the {}", noun) : fmt::format("{} {}s", making.count, noun);
  return fmt::format("{} that {} makes here {} never {}", which, making.routine->name, making.count == 1 ? "is" : "are",
                     kind == Element::File ? "closed" : "freed");
}

template <Element kKind>
class Leak : public ProcessRule {
 public:
  explicit Leak(report::Rule rule) : rule_(rule) {}

  static constexpr bool kMayFreeLater = kKind == Element::Info || kKind == Element::ErrHandler;

  static bool isFree(const mpi::RoutineInfo &routine) { return kMayFreeLater && routine.base == freeingRoutine(kKind); }

  struct State {
    int sessions = 0;
    bool isInSessionInit = false;
    bool hasWorld = false;  // was initialized by MPI_Init or MPI_Init_thread
    bool isCounted = false;
    bool isFreeing = false;  // inside a call that frees an object after finalization
    CallPtr end;             // the call that ended MPI, if objects are counted later
  };

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return routine.effect == Effect::Finalize || routine.effect == Effect::Init ||
           routine.effect == Effect::SessionInit || routine.effect == Effect::SessionFinalize || isFree(routine);
  }

  void onEnter(const Call &call, ProcessContext &) override {
    if (call.routine->effect == Effect::SessionInit) states_[call.process].isInSessionInit = true;
    if (isFree(*call.routine)) states_[call.process].isFreeing = true;
  }

  void onInitialized(const Process &process, ProcessContext &) override {
    State &state = states_[&process];
    state.hasWorld = state.hasWorld || !state.isInSessionInit;
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    State &state = states_[call.process];
    if (isFree(*call.routine)) state.isFreeing = false;
    if (result.code != 0) return;
    const Effect effect = call.routine->effect;
    if (effect == Effect::Finalize) state.isCounted = true;
    if (effect == Effect::Finalize) end(call, state, context);
    if (effect == Effect::Init) state.hasWorld = true;
    if (effect == Effect::SessionInit) ++state.sessions;
    if (effect == Effect::SessionInit) state.isInSessionInit = false;
    if (effect == Effect::SessionFinalize && --state.sessions == 0 && !state.hasWorld) end(call, state, context);
  }

  /// MPI is over.
  void end(const Call &call, State &state, ProcessContext &context) const {
    if (kMayFreeLater)
      state.end = call.self();
    else
      count(call, context);
  }

  /// Some libraries do not survive what is left when they finalize.
  void onProcessEnd(const Process &process, ProcessContext &context) override {
    const bool isFault = process.end->how == End::How::Signal &&
                         (process.end->code == SIGABRT || process.end->code == SIGSEGV || process.end->code == SIGBUS);
    if (isFault && process.finalizeCall && !states_[&process].isCounted) count(*process.finalizeCall, context);
    if (states_[&process].end && !states_[&process].isFreeing) count(*states_[&process].end, context);
  }

 private:
  void count(const Call &end, ProcessContext &context) const {
    using Place = std::tuple<std::uint32_t, const mpi::RoutineInfo *>;
    std::map<Place, Making> places;
    for (const auto &[id, object] : context.objects().all(*end.process, kKind))
      for (const Making &making : object.makings) {
        const auto [place, isFirst] = places.try_emplace({making.site, making.routine}, making);
        if (!isFirst) place->second.count += making.count;
      }
    for (const auto &[place, making] : places) tell(end, making, context);
  }

  void tell(const Call &end, const Making &making, ProcessContext &context) const {
    report::Finding finding = makeFinding(rule_, describe(making, kKind));
    if (end.rank() >= 0) finding.ranks = {end.rank()};
    finding.sites = {siteOf(*end.process, making, "created here")};
    const std::string when =
        kMayFreeLater ? std::string("before the program ends") : fmt::format("before {}", end.name());
    finding.help = fmt::format("call {} {}", mpi::info(freeingRoutine(kKind)).name, when);
    context.report(std::move(finding));
  }

  report::Rule rule_;
  std::map<const ProcessInfo *, State> states_;
};

constexpr report::Rule kComm = report::rule("leak-comm");
constexpr report::Rule kDatatype = report::rule("leak-datatype");
constexpr report::Rule kGroup = report::rule("leak-group");
constexpr report::Rule kOp = report::rule("leak-op");
constexpr report::Rule kWindow = report::rule("leak-window");
constexpr report::Rule kInfo = report::rule("leak-info");
constexpr report::Rule kErrHandler = report::rule("leak-errhandler");
constexpr report::Rule kFile = report::rule("leak-file");

template <const report::Rule &kRule, Element kKind>
struct LeakOf final : Leak<kKind> {
  LeakOf() : Leak<kKind>(kRule) {}
};

const Registration<LeakOf<kComm, Element::Comm>> kCommRegistration(kComm);
const Registration<LeakOf<kDatatype, Element::Datatype>> kDatatypeRegistration(kDatatype);
const Registration<LeakOf<kGroup, Element::Group>> kGroupRegistration(kGroup);
const Registration<LeakOf<kOp, Element::Op>> kOpRegistration(kOp);
const Registration<LeakOf<kWindow, Element::Window>> kWindowRegistration(kWindow);
const Registration<LeakOf<kInfo, Element::Info>> kInfoRegistration(kInfo);
const Registration<LeakOf<kErrHandler, Element::ErrHandler>> kErrHandlerRegistration(kErrHandler);
const Registration<LeakOf<kFile, Element::File>> kFileRegistration(kFile);

}  // namespace
}  // namespace lockstep::engine
