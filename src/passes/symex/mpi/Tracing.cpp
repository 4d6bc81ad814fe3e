// Writes down what a rank does on a path without open branches (RankTrace.h).
//
// A path whose calls cannot be told is not traced any further: where a peer, tag, communicator or request is not known,
// the program has a choice among requests, MPI calls code of the program back, or a routine is not modelled here. What
// a call transfers may be unknown: then nothing is said of it.
#include <algorithm>
#include <ranges>

#include "mpi/Completion.h"
#include "mpi/Rma.h"
#include "passes/symex/mpi/MpiModel.h"
#include "passes/symex/mpi/TracedValues.h"
#include "trace/Parts.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Capture;
using mpi::Class;
using mpi::Effect;
using mpi::Element;
using mpi::Role;
using mpi::Routine;
using mpi::Timing;

constexpr std::size_t kLongest = 10'000;
constexpr std::int64_t kUndefinedIndex = -32766;
constexpr std::size_t kInTurns = 16;  // accesses of a loop

/// Null where the path is not traced, any more.
RankTrace *traceOf(State &state) {
  const bool isDecided = state.certainty == PathCertainty::Sure && !state.team;
  if (!isDecided || (state.trace && state.trace->events.size() >= kLongest)) state.trace.reset();
  return state.trace.get();
}

/// Whether the call makes, frees or is given something that is kept track of, or may have to do with other ranks.
bool isWorthTracing(const mpi::RoutineInfo &routine) {
  if (routine.effect == Effect::Init) return false;
  if (routine.timing != Timing::Local || routine.cls == Class::Send || routine.cls == Class::Start) return true;
  if (mpi::isRma(routine.cls) || routine.cls == Class::WindowSync || routine.cls == Class::Completion) return true;
  if (routine.effect == Effect::WinAttach || routine.effect == Effect::WinDetach) return true;
  for (const mpi::Argument &argument : routine.args()) {
    const Capture capture = mpi::info(argument.role).capture;
    if (capture == Capture::HandleOut || capture == Capture::HandleInOut) return true;
  }
  if (routine.cls == Class::Partition) return routine.effect != Effect::Arrived;  // a branch on its flag is open anyway
  return routine.cls == Class::Probe || routine.indexOf(Role::NewKeyval) >= 0;
}

/// A new communicator whose members may be known.
bool makesKnownComm(Routine routine) {
  switch (routine) {
    case Routine::Comm_create:
    case Routine::Comm_create_group:
    case Routine::Cart_create:
    case Routine::Cart_sub:
    case Routine::Graph_create:
    case Routine::Dist_graph_create:
    case Routine::Dist_graph_create_adjacent:
    case Routine::Comm_dup:
    case Routine::Comm_dup_with_info:
    case Routine::Comm_split:
      return true;
    default:
      return false;
  }
}

/// Its members follow from the arguments of all.
bool followsFromAll(Routine routine) {
  return routine == Routine::Comm_split || routine == Routine::Comm_dup || routine == Routine::Comm_dup_with_info;
}

bool isModelled(const mpi::RoutineInfo &routine) {
  switch (routine.cls) {
    case Class::Probe:
      return routine.base == Routine::Probe;
    case Class::Receive:
      return routine.indexOf(Role::Message) < 0;
    case Class::RequestQuery:
      return routine.effect == Effect::RequestFree;
    case Class::CollectiveComm:
      return routine.effect == Effect::CommFree || routine.effect == Effect::None || makesKnownComm(routine.base);
    case Class::Environment:
      return routine.effect == Effect::Finalize;
    case Class::CollectiveNeighbor:
    case Class::CollectiveProcess:
    case Class::Session:
    case Class::Attribute:  // MPI will call the program back
      return false;
    default:
      return routine.effect != Effect::TestExposure;
  }
}

bool isPerRank(Role role) {
  switch (role) {
    case Role::CountsPerRank:
    case Role::DisplsPerRank:
    case Role::ByteDisplsPerRank:
    case Role::DatatypesPerRank:
      return true;
    default:
      return false;
  }
}

class Tracer {
 public:
  Tracer(const CallView &view, RankTrace &trace) : view_(view), routine_(view.routine()), values_(view, trace) {}

  /// Nothing where something is not known without which the path cannot be traced.
  std::optional<TracedCall> before();
  bool addResults(TracedCall &traced);
  /// An operation on a window of which it is not known where, or how, it accesses the memory of the target.
  bool isVague() const;

 private:
  Role roleOf(std::size_t argument) const { return routine_.args()[argument].role; }
  std::optional<std::int64_t> lengthOf(std::size_t argument) const;
  MaybeValue element(std::size_t argument, std::int64_t index) const;
  bool addArray(std::size_t argument, std::vector<TracedArray> &arrays) const;
  void forgetTypesOfUnknownCounts(TracedCall &traced);
  bool hasChoice(const TracedCall &traced) const;

  MaybeValue newHandle(std::size_t argument) const;
  MaybeValue scalarResult(std::size_t argument) const;
  TracedValue indices(std::size_t argument, TracedCall &traced) const;
  std::int64_t indexOf(std::int64_t number) const;
  semantics::LayoutPtr madeType() const;
  std::optional<std::vector<unsigned>> madeMembers() const;

  const CallView &view_;
  const mpi::RoutineInfo &routine_;
  TracedValues values_;
};

/// None for arrays that nobody asks for.
std::optional<std::int64_t> Tracer::lengthOf(std::size_t argument) const {
  const Role role = roleOf(argument);
  if (isPerRank(role)) return view_.groupSize();
  return role == Role::Requests || role == Role::Ranks || role == Role::PartitionList ? view_.number(Role::Length)
                                                                                      : std::nullopt;
}

MaybeValue Tracer::element(std::size_t argument, std::int64_t index) const {
  const Element element = values_.elementOf(argument);
  if (element == Element::Request || element == Element::Datatype) return values_.handleBehind(argument, index);
  const auto number = view_.element(argument, index);
  return number ? MaybeValue(TracedValue{*number}) : std::nullopt;
}

/// False where requests are not known, or the members of a group.
bool Tracer::addArray(std::size_t argument, std::vector<TracedArray> &arrays) const {
  const auto length = lengthOf(argument);
  if (!length || !view_.isSignificant(argument)) return roleOf(argument) != Role::Requests;
  TracedArray array{static_cast<unsigned>(argument), {}};
  for (std::int64_t i = 0; i < *length; ++i) {
    const MaybeValue value = element(argument, i);
    if (!value) return isPerRank(roleOf(argument));
    array.values.push_back(*value);
  }
  arrays.push_back(std::move(array));
  return true;
}

/// So many elements of a type that is not known.
void Tracer::forgetTypesOfUnknownCounts(TracedCall &traced) {
  for (std::size_t i = 0; i < routine_.arity; ++i) {
    if (!isTracedCount(roleOf(i)) || view_.number(i) || !view_.isSignificant(i)) continue;
    const int own = routine_.indexOf(Role::Datatype, i);
    const int type = own >= 0 ? own : routine_.indexOf(Role::TargetDatatype, i);
    if (type >= 0) traced.arguments[static_cast<std::size_t>(type)] = {trace::kUnknownHandle};
    values_.markPartlyKnown();
  }
}

/// Which of several requests is complete first.
bool Tracer::hasChoice(const TracedCall &traced) const {
  const mpi::CompletionForm form = mpi::completionOf(routine_.effect);
  if (form.completes == mpi::Completion::None || (form.completes == mpi::Completion::All && !form.mayFail))
    return false;
  std::size_t active = 0;
  const auto count = [&](const TracedValue &request) {
    if (request.number == trace::kNullHandle) return;
    const MpiObject &held = view_.state().held[static_cast<std::size_t>(request.number - tracedHandle(0))];
    const auto *known = held.as<Request>();
    active += known && known->state.isActive ? 1 : 0;
  };
  if (const int single = routine_.indexOf(Role::Request); single >= 0)
    count(traced.arguments[static_cast<std::size_t>(single)]);
  for (const TracedArray &array : traced.arrays) std::ranges::for_each(array.values, count);
  return active > 1;
}

bool Tracer::isVague() const {
  if (!mpi::isRma(routine_.cls)) return false;
  const int op = routine_.indexOf(Role::Op);
  const bool isOpKnown = op < 0 || view_.predefinedOp();
  const int place = routine_.indexOf(Role::Displacement);
  const auto at = static_cast<std::size_t>(place);
  return !isOpKnown || (place >= 0 && view_.isSignificant(at) && !view_.number(at));
}

std::optional<TracedCall> Tracer::before() {
  if (!isModelled(routine_) || view_.standing().isInter) return std::nullopt;
  TracedCall traced{.call = &view_.at(),
                    .routine = &routine_,
                    .arguments = {},
                    .arrays = {},
                    .results = {},
                    .resultArrays = {},
                    .members = {},
                    .type = {}};
  std::vector<TracedValue> addresses;
  for (std::size_t i = 0; i < routine_.arity; ++i) {
    const MaybeValue value = values_.argument(i);
    if (!value || !addArray(i, traced.arrays)) return std::nullopt;
    traced.arguments.push_back(*value);
    if (mpi::info(roleOf(i)).capture == Capture::HandleInOut) addresses.push_back(values_.pointer(i));
  }
  forgetTypesOfUnknownCounts(traced);
  traced.arguments.insert(traced.arguments.end(), addresses.begin(), addresses.end());
  return hasChoice(traced) ? std::nullopt : std::optional(std::move(traced));
}

/// A split without a color makes nothing.
MaybeValue Tracer::newHandle(std::size_t argument) const {
  if (roleOf(argument) == Role::NewComm && view_.number(Role::Color).value_or(0) < 0) return TracedValue{};
  const MaybeValue made = values_.handleBehind(argument);
  const Element element = values_.elementOf(argument);
  const bool mayBeUnknown = element == Element::Info || element == Element::ErrHandler;
  return made || !mayBeUnknown ? made : TracedValue{trace::kUnknownHandle};
}

/// Counted from 0, also in Fortran.
std::int64_t Tracer::indexOf(std::int64_t number) const {
  if (number == kUndefinedIndex) return mpi::kUndefined;
  return number - (view_.call().isFortran() ? 1 : 0);
}

MaybeValue Tracer::scalarResult(std::size_t argument) const {
  const auto number = values_.numberBehind(argument);
  if (roleOf(argument) == Role::Index && number) return TracedValue{indexOf(*number)};
  if (number) return TracedValue{*number == kUndefinedIndex ? mpi::kUndefined : *number};
  return routine_.cls == Class::Completion ? std::nullopt : MaybeValue(TracedValue{});
}

/// Their number; they themselves stand in an array.
TracedValue Tracer::indices(std::size_t argument, TracedCall &traced) const {
  const auto found = values_.numberBehind(static_cast<std::size_t>(routine_.indexOf(Role::OutCount)));
  if (!found || *found <= 0) return {};
  TracedArray array{static_cast<unsigned>(argument), {}};
  for (std::int64_t i = 0; i < *found; ++i)
    array.values.push_back({indexOf(values_.numberBehind(argument, i).value_or(0))});
  traced.resultArrays.push_back(std::move(array));
  return {*found};
}

/// None of a null communicator.
std::optional<std::vector<unsigned>> Tracer::madeMembers() const {
  const int comm = routine_.indexOf(Role::NewComm);
  const int index = comm >= 0 ? comm : routine_.indexOf(Role::NewGroup);
  const auto passed = index < 0 ? std::nullopt : values_.operand(static_cast<std::size_t>(index));
  if (!passed) return std::nullopt;
  const Element element = comm >= 0 ? Element::Comm : Element::Group;
  const Value made = view_.interpreter().load(view_.state(), *passed, view_.bytesOfHandle(element));
  if (comm >= 0 && view_.isNull(element, made)) return std::vector<unsigned>();
  const std::vector<int> *ranks = nullptr;
  if (const auto *known = view_.held<Comm>(made); known && known->members) ranks = &known->members->ranks;
  if (const auto *known = view_.held<Group>(made)) ranks = known->ranks.get();
  return ranks ? std::optional(std::vector<unsigned>(ranks->begin(), ranks->end())) : std::nullopt;
}

semantics::LayoutPtr Tracer::madeType() const {
  const int index = routine_.indexOf(Role::NewDatatype);
  const auto passed = index < 0 ? std::nullopt : values_.operand(static_cast<std::size_t>(index));
  if (!passed) return nullptr;
  const Value type = view_.interpreter().load(view_.state(), *passed, view_.bytesOfHandle(Element::Datatype));
  const auto *made = view_.held<Datatype>(type);
  const bool isKnown = made && made->layout && made->layout->isWhole() && made->layout->isExtentKnown();
  return isKnown ? made->layout : nullptr;
}

bool Tracer::addResults(TracedCall &traced) {
  for (std::size_t i = 0; i < routine_.arity; ++i) {
    MaybeValue result = TracedValue{};
    const Capture capture = mpi::info(roleOf(i)).capture;
    switch (capture) {
      case Capture::ScalarOut:
        result = scalarResult(i);
        break;
      case Capture::AddressOut:
        if (const auto passed = values_.operand(i))
          result = values_.address(view_.interpreter().load(view_.state(), *passed, 8));
        break;
      case Capture::HandleOut:
        result = newHandle(i);
        break;
      case Capture::HandleInOut:
        result = values_.handleBehind(i);
        break;
      case Capture::ScalarArrayOut:
        if (roleOf(i) == Role::Indices) result = indices(i, traced);
        break;
      case Capture::HandleArrayInOut: {
        const std::size_t before = traced.resultArrays.size();
        if (!addArray(i, traced.resultArrays)) return false;
        if (traced.resultArrays.size() > before)
          result = TracedValue{static_cast<std::int64_t>(traced.resultArrays.back().values.size())};
        break;
      }
      case Capture::StatusOut:
        traced.results.insert(traced.results.end(), trace::resultsOf(capture) - 1, {-1});
        result = TracedValue{-1};
        break;
      default:
        break;
    }
    if (!result) return false;
    if (trace::resultsOf(capture) > 0) traced.results.push_back(*result);
  }
  traced.type = madeType();
  traced.members = madeMembers();
  if (followsFromAll(routine_.base) || traced.members) return true;
  return routine_.cls != Class::CollectiveComm || routine_.indexOf(Role::NewComm) < 0;
}

/// The access goes on with the row of another one of the same place.
bool continues(trace::Access &row, const trace::Access &access) {
  const auto step = static_cast<std::int64_t>(access.address - row.address);
  if (access.access != row.access || access.bytes != row.bytes) return false;
  if (step == 0) return true;
  if (row.count == 1) row.stride = step;
  if (step != row.stride * static_cast<std::int64_t>(row.count)) return false;
  ++row.count;
  return true;
}

}  // namespace

std::optional<TracedCall> traceCall(const CallView &view) {
  RankTrace *trace = isWorthTracing(view.routine()) ? traceOf(view.state()) : nullptr;
  if (!trace) return std::nullopt;
  Tracer tracer(view, *trace);
  const bool isVague = tracer.isVague();
  if (isVague && view.routine().timing == Timing::Local) return std::nullopt;  // nothing waits for it
  std::optional<TracedCall> traced = isVague ? std::nullopt : tracer.before();
  if (!traced) view.state().trace.reset();
  return traced;
}

void traceResults(const CallView &view, TracedCall traced) {
  RankTrace *trace = traceOf(view.state());
  if (!trace) return;
  if (!Tracer(view, *trace).addResults(traced)) return view.state().trace.reset();
  if (view.routine().base == Routine::Comm_split && !traced.members) trace->isPartlyKnown = true;
  trace->events.emplace_back(std::move(traced));
  if (view.routine().effect == Effect::Finalize) trace->finalized = trace->events.size();
}

void traceAccess(State &state, const llvm::Instruction &at, const Access &access) {
  if (!state.trace || !state.memory.isShared(access.object, access.offset, access.bytes)) return;
  RankTrace *trace = traceOf(state);
  const auto address = tracedAddress(access.object, access.offset);
  if (!trace || !address) return;
  TracedAccess traced{.at = &at, .access = {}};
  traced.access.address = static_cast<std::uint64_t>(*address);
  traced.access.count = 1;
  traced.access.bytes = static_cast<std::uint32_t>(access.bytes);
  traced.access.access = access.isWrite ? trace::AccessKind::Store : trace::AccessKind::Load;
  for (TracedEvent &event : trace->events | std::views::reverse | std::views::take(kInTurns)) {
    auto *before = std::get_if<TracedAccess>(&event);
    if (!before) break;
    if (before->at == &at && continues(before->access, traced.access)) return;
  }
  trace->events.emplace_back(std::move(traced));
}

}  // namespace lockstep::passes::symex
