#include "engine/rules/arguments/RecordedFacts.h"

#include <algorithm>

#include "engine/calls/Significance.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {

using mpi::Capture;
using mpi::Element;
using mpi::Role;
using semantics::HandleState;

namespace {

/// Recorded in place of the null pointer to handles and arrays, whose address may also be unknown.
constexpr std::int64_t kNullPointer = -1;
constexpr std::int64_t kFirstPage = 4096;

/// The address of the handle that the argument leads to, as it was recorded.
std::int64_t addressOfHandle(const Call &call, std::size_t argument) {
  std::size_t before = 0;
  for (std::size_t i = 0; i < argument; ++i)
    before += mpi::info(call.routine->storage[i].role).capture == Capture::HandleInOut ? 1 : 0;
  return before < call.addresses.size() ? call.addresses[before] : 0;
}

}  // namespace

bool RecordedFacts::isSignificant(std::size_t argument) const {
  return argument < call_.arguments.size() && engine::isSignificant(call_, argument);
}

bool RecordedFacts::isNull(std::size_t argument) const {
  const std::int64_t value = call_.arguments[argument];
  switch (mpi::info(roleOf(argument)).capture) {
    case Capture::ScalarOut:
    case Capture::AddressOut:
      return value == 0;
    case Capture::HandleInOut:
      return addressOfHandle(call_, argument) == kNullPointer;
    case Capture::HandleArrayInOut:
      return (value == kNullPointer || value == 0) && elements(argument).empty();
    default:
      return value == kNullPointer;
  }
}

std::int64_t RecordedFacts::handleAt(std::size_t argument, std::size_t element) const {
  const Capture capture = mpi::info(roleOf(argument)).capture;
  const bool isArray = capture == Capture::HandleArray || capture == Capture::HandleArrayInOut;
  return isArray ? elements(argument)[element] : call_.arguments[argument];
}

/// A handle that no record defines is freed or garbage for certain once the process has freed an object of the kind.
/// Else it may come from a routine that the recorder does not know.
HandleState RecordedFacts::handle(std::size_t argument, std::size_t element) const {
  const std::int64_t handle = handleAt(argument, element);
  if (handle == trace::kNullHandle) return HandleState::Null;
  if (handle != trace::kUnknownHandle) return HandleState::Valid;
  const Element kind = mpi::handleKind(roleOf(argument));
  const Objects &objects = context_.objects();
  if (call_.isNested || call_.isOutside || objects.mayHoldUnseen(*call_.process, kind)) return HandleState::Unknown;
  return objects.hasFreed(*call_.process, kind) ? HandleState::Invalid : HandleState::Doubtful;
}

bool RecordedFacts::isPredefined(std::size_t argument) const {
  return engine::isPredefined(*call_.process, mpi::handleKind(roleOf(argument)), call_.arguments[argument]);
}

const mpi::PredefinedTypeInfo *RecordedFacts::predefinedType(std::size_t argument, std::size_t element) const {
  return mpi::predefinedType(static_cast<std::uint64_t>(handleAt(argument, element)));
}

semantics::TypeFacts RecordedFacts::type(std::size_t argument) const {
  const std::int64_t type = call_.arguments[argument];
  if (const auto *predefined = predefinedType(argument, 0)) return {.predefined = predefined};
  if (type == trace::kNullHandle || type == trace::kUnknownHandle) return {};
  const Datatype *derived = call_.process->types.find(type);
  if (derived == nullptr || derived->pattern.size() != 1) return {.isDerived = true};
  const BasicRun &values = derived->pattern.front();
  if (derived->repeats == 1 && values.count == 1) return {};
  return {.isDerived = true, .basic = mpi::predefinedType(static_cast<std::uint64_t>(values.basic))};
}

/// A type whose making was not seen is taken as committed.
std::optional<bool> RecordedFacts::isCommitted(std::size_t argument, std::size_t element) const {
  return context_.objects().isCommitted(*call_.process, handleAt(argument, element));
}

bool RecordedFacts::liesNowhere(std::size_t type) const {
  const Datatype *data = call_.process->types.find(call_.arguments[type]);
  if (data == nullptr || data->size == 0) return false;
  return std::ranges::any_of(data->layout, [](const ByteRun &run) {
    return run.length > 0 && run.offset > -kFirstPage && run.offset < kFirstPage;
  });
}

semantics::OpFacts RecordedFacts::op(std::size_t argument) const {
  const std::int64_t op = call_.arguments[argument];
  if (op == trace::kNullHandle || op == trace::kUnknownHandle) return {};
  if (!isPredefined(argument)) return {.predefined = std::nullopt, .isOwn = true};
  return {.predefined = static_cast<mpi::PredefinedOp>(op)};
}

std::string RecordedFacts::describeComm(std::size_t) const {
  return call_.comm ? call_.comm->describe() : "the communicator";
}

std::optional<bool> RecordedFacts::isInter() const {
  return call_.comm ? std::optional(call_.comm->isInter()) : std::nullopt;
}

std::optional<mpi::Topology> RecordedFacts::topology() const {
  return context_.objects().topology(*call_.process, call_.argument(Role::Comm).value_or(trace::kNullHandle));
}

std::optional<std::int64_t> RecordedFacts::ownRank() const { return standingOf(call_).ownRank; }

std::optional<std::int64_t> RecordedFacts::peerCount() const {
  const auto peers = peersOf(call_, context_);
  return peers ? std::optional(peers->count) : std::nullopt;
}

std::string RecordedFacts::describePeers() const { return peersOf(call_, context_)->describe(); }

std::optional<std::int64_t> RecordedFacts::groupSize() const {
  const std::vector<int> *group = call_.process->groups.find(call_.argument(Role::Group).value_or(0));
  return group != nullptr ? std::optional(std::ssize(*group)) : std::nullopt;
}

std::optional<bool> RecordedFacts::isDynamicWindow() const {
  const Object *window =
      context_.objects().find(*call_.process, Element::Window, call_.argument(Role::Window).value_or(0));
  return window != nullptr ? std::optional(window->isDynamic) : std::nullopt;
}

}  // namespace lockstep::engine
