// What a path knows of the arguments of a call, for the rules arg-* (semantics/arguments/ArgumentRules.h).
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/ArgumentRules.h"

namespace lockstep::passes::symex {

Note argumentNote(const CallView &view, report::Rule rule, std::size_t argument, semantics::Complaint complaint) {
  Note note =
      makeNote(view.state(), semantics::verdictOn(rule, view.routine(), argument, std::move(complaint)), view.at(), "");
  note.second =
      view.call().operand(argument) ? llvm::dyn_cast<llvm::Instruction>(view.call().operand(argument)) : nullptr;
  return note;
}

namespace {

using mpi::Capture;
using mpi::Element;
using mpi::Role;
using mpi::When;
using semantics::HandleState;

class PathFacts final : public semantics::CallFacts {
 public:
  explicit PathFacts(const CallView &view) : CallFacts(view.routine()), view_(view) {}

  bool isSignificant(std::size_t argument) const override;
  std::optional<std::int64_t> number(std::size_t argument) const override;
  std::size_t length(std::size_t array) const override;
  std::optional<std::int64_t> element(std::size_t array, std::size_t index) const override {
    return view_.element(array, static_cast<std::int64_t>(index));
  }
  bool isNull(std::size_t argument) const override;
  HandleState handle(std::size_t argument, std::size_t element) const override;
  bool isPredefined(std::size_t argument) const override;
  const mpi::PredefinedTypeInfo *predefinedType(std::size_t argument, std::size_t element) const override;
  semantics::TypeFacts type(std::size_t argument) const override;
  std::optional<bool> isCommitted(std::size_t argument, std::size_t element) const override;
  bool liesNowhere(std::size_t type) const override;
  semantics::OpFacts op(std::size_t argument) const override;
  std::string describeComm(std::size_t argument) const override;
  std::optional<bool> isInter() const override;
  std::optional<mpi::Topology> topology() const override;
  std::optional<std::int64_t> ownRank() const override {
    return isRankOpen() ? std::nullopt : view_.standing().ownRank;
  }
  std::optional<std::int64_t> peerCount() const override { return view_.groupSize(); }
  std::string describePeers() const override { return view_.groupName(); }
  std::optional<std::int64_t> groupSize() const override;
  std::optional<bool> isDynamicWindow() const override;

  /// What the program holds the handle of; null where that is not known, or not any more.
  const MpiObject *object(std::size_t argument, std::size_t element) const;

 private:
  static constexpr std::int64_t kMostElements = 1024;  // of an array, to look at

  /// In a part of a program an open branch may have asked for the rank, which another part has stored.
  bool isRankOpen() const { return view_.interpreter().config().isPart && view_.state().isChosen; }
  std::optional<Value> handleAt(std::size_t argument, std::size_t element) const;
  std::optional<std::int64_t> statedLength(std::size_t array) const;
  std::optional<std::int64_t> edges(std::size_t array) const;
  mpi::PredefinedComm predefinedComm(std::size_t argument) const;

  const CallView &view_;
};

bool PathFacts::isSignificant(std::size_t argument) const {
  if (!view_.call().operand(argument) || !view_.isSignificant(argument)) return false;
  switch (routine().storage[argument].when) {
    case When::AtRoot:
    case When::OffRoot:
    case When::AtRootNotInPlace:
    case When::OffRootOrNotInPlace:
    case When::NotFirst:
      return !isRankOpen();
    case When::Always:
    case When::NotInPlace:
    case When::NotNoOp:
    case When::NotProcNull:
      return true;
  }
  return false;
}

/// What Fortran passes as a buffer may be any of its special ones.
std::optional<std::int64_t> PathFacts::number(std::size_t argument) const {
  const bool isMemory = mpi::isDataBuffer(roleOf(argument)) || roleOf(argument) == Role::WindowBase;
  const bool isKnown =
      mpi::info(roleOf(argument)).capture == Capture::Scalar && !(isMemory && view_.call().isFortran());
  return isKnown ? view_.number(argument) : std::nullopt;
}

std::optional<std::int64_t> PathFacts::statedLength(std::size_t array) const {
  const int index = view_.routine().lengthOf(array);
  return index < 0 ? std::nullopt : view_.number(static_cast<std::size_t>(index));
}

/// The degrees stand in front: how many edges each node has, or all up to it.
std::optional<std::int64_t> PathFacts::edges(std::size_t array) const {
  const auto degrees = numbers(static_cast<int>(array) - 1);
  if (!degrees || degrees->empty()) return std::nullopt;
  if (roleOf(array - 1) == Role::CumulativeDegrees) return degrees->back();
  std::int64_t sum = 0;
  for (const std::int64_t degree : *degrees) sum += std::clamp<std::int64_t>(degree, 0, kMostElements + 1);
  return sum;
}

std::size_t PathFacts::length(std::size_t array) const {
  std::optional<std::int64_t> length;
  switch (roleOf(array)) {
    case Role::CountsPerRank:
    case Role::DatatypesPerRank:
      if (view_.routine().cls != mpi::Class::CollectiveNeighbor) length = view_.groupSize();
      break;
    case Role::RankRanges:
      length = 3 * std::min(statedLength(array).value_or(0), kMostElements);
      break;
    case Role::EdgeEnds:
      length = edges(array);
      break;
    case Role::Coordinates:
      break;
    default:
      length = statedLength(array);
  }
  return length && *length > 0 && *length <= kMostElements ? static_cast<std::size_t>(*length) : 0;
}

bool PathFacts::isNull(std::size_t argument) const {
  const llvm::Value *operand = view_.call().operand(argument);
  if (!operand || view_.call().isFortran()) return false;
  return view_.interpreter().numberOf(view_.state(), view_.interpreter().valueOf(view_.state(), *operand)) == 0;
}

std::optional<Value> PathFacts::handleAt(std::size_t argument, std::size_t element) const {
  const Capture capture = mpi::info(roleOf(argument)).capture;
  const std::optional<Value> passed = view_.value(argument);
  if (!passed || capture == Capture::Handle) return passed;
  const std::int64_t bytes = view_.bytesOf(argument);
  const auto place = view_.interpreter().placeOf(view_.state(), *passed);
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const std::int64_t at = place->number + static_cast<std::int64_t>(element) * bytes;
  return view_.interpreter().load(view_.state(), Value::ofPointer(place->id, at), bytes);
}

const MpiObject *PathFacts::object(std::size_t argument, std::size_t element) const {
  const auto handle = handleAt(argument, element);
  const MpiObject *held = handle ? view_.held(*handle) : nullptr;
  return held && !held->isInvalidated ? held : nullptr;
}

/// MPICH numbers its objects from other values on: 0 is none of them, whatever their kind. Its files are addresses.
bool isNoHandle(const CallView &view, Element kind, const Value &handle) {
  const auto raw = view.raw(handle);
  return raw && raw->symbol.empty() && raw->number == 0 && kind != Element::File &&
         view.interpreter().program().library() == mpi::Library::Mpich && view.bytesOfHandle(kind) == 4;
}

HandleState PathFacts::handle(std::size_t argument, std::size_t element) const {
  const auto handle = handleAt(argument, element);
  if (!handle) return HandleState::Unknown;
  if (view_.isNull(mpi::handleKind(roleOf(argument)), *handle)) return HandleState::Null;
  if (isNoHandle(view_, mpi::handleKind(roleOf(argument)), *handle)) return HandleState::Invalid;
  const MpiObject *held = object(argument, element);
  if (!held) return HandleState::Unknown;
  return held->isFreed ? HandleState::Freed : HandleState::Valid;
}

mpi::PredefinedComm PathFacts::predefinedComm(std::size_t argument) const {
  const auto comm = handleAt(argument, 0);
  const auto handle = comm ? view_.raw(*comm) : std::nullopt;
  return handle ? mpi::predefinedCommOf(view_.interpreter().program().library(), *handle) : mpi::PredefinedComm::None;
}

bool PathFacts::isPredefined(std::size_t argument) const {
  return predefinedComm(argument) != mpi::PredefinedComm::None;
}

const mpi::PredefinedTypeInfo *PathFacts::predefinedType(std::size_t argument, std::size_t element) const {
  const auto handle = handleAt(argument, element);
  return handle ? typeFacts(view_, *handle).predefined : nullptr;
}

semantics::TypeFacts PathFacts::type(std::size_t argument) const {
  const auto handle = handleAt(argument, 0);
  return handle ? typeFacts(view_, *handle) : semantics::TypeFacts{};
}

std::optional<bool> PathFacts::isCommitted(std::size_t argument, std::size_t element) const {
  const MpiObject *held = object(argument, element);
  const Datatype *type = held ? held->as<Datatype>() : nullptr;
  return type ? std::optional(type->isCommitted) : std::nullopt;
}

/// A derived type may consist of absolute addresses.
bool PathFacts::liesNowhere(std::size_t type) const { return predefinedType(type, 0) != nullptr; }

semantics::OpFacts PathFacts::op(std::size_t argument) const {
  const auto handle = handleAt(argument, 0);
  const MpiObject *held = object(argument, 0);
  if (!handle) return {};
  return {.predefined = view_.predefinedOp(*handle), .isOwn = held && held->as<Op>()};
}

std::string PathFacts::describeComm(std::size_t argument) const {
  const mpi::PredefinedComm comm = predefinedComm(argument);
  if (comm == mpi::PredefinedComm::None) return "the communicator";
  return std::string(mpi::predefinedCommName(static_cast<std::uint64_t>(comm)));
}

/// A communicator whose size is known has one group.
std::optional<bool> PathFacts::isInter() const {
  if (view_.standing().isInter) return true;
  const int comm = view_.routine().indexOf(Role::Comm);
  const bool isOneGroup = comm >= 0 && (view_.groupSize() || isPredefined(static_cast<std::size_t>(comm)));
  return isOneGroup ? std::optional(false) : std::nullopt;
}

std::optional<mpi::Topology> PathFacts::topology() const {
  const int comm = view_.routine().indexOf(Role::Comm);
  const bool isPlain = comm >= 0 && isPredefined(static_cast<std::size_t>(comm));
  return isPlain ? std::optional(mpi::Topology::None) : std::nullopt;
}

std::optional<std::int64_t> PathFacts::groupSize() const {
  const MpiObject *held = view_.held(Role::Group);
  const Group *group = held ? held->known<Group>() : nullptr;
  return group && group->size ? std::optional<std::int64_t>(*group->size) : std::nullopt;
}

std::optional<bool> PathFacts::isDynamicWindow() const {
  const MpiObject *window = view_.held(Role::Window);
  if (!window || !window->known<Window>()) return std::nullopt;
  return MpiCall::of(*window->made)->info().indexOf(Role::WindowSize) < 0;
}

}  // namespace

void judgeArguments(const CallView &view) {
  const PathFacts facts(view);
  for (semantics::ArgumentError &error : semantics::judgeArguments(facts)) {
    const bool isUncommitted = error.complaint.cause.kind == report::Cause::Kind::NotCommitted;
    const std::int64_t rank = error.complaint.rank;
    Note note = argumentNote(view, error.rule, error.argument, std::move(error.complaint));
    note.rank = rank;
    if (const MpiObject *type = isUncommitted ? facts.object(error.argument, error.element) : nullptr)
      note.finding.sites.push_back(siteAt(*type->made, report::SiteRole::Creation, "created here"));
    addNote(view.state(), std::move(note));
  }
}

}  // namespace lockstep::passes::symex
