#include "passes/symex/mpi/TracedValues.h"

#include "passes/symex/mpi/MpiModel.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

using mpi::Capture;
using mpi::Element;
using mpi::Role;

namespace {

constexpr std::int64_t kRoom = std::int64_t{1} << 36;  // of an object, in addresses
constexpr std::int64_t kUnknownBuffers = std::int64_t{1} << 62;
constexpr std::int64_t kLargeWindow = std::int64_t{1} << 34;  // where the size is not known
constexpr std::int64_t kNoAddress = 1;                        // stands for constants such as MPI_STATUS_IGNORE

/// What the ranks cannot be compared without.
bool isEssential(Role role) {
  switch (role) {
    case Role::Dest:
    case Role::Source:
    case Role::Target:
    case Role::Root:
    case Role::Tag:
    case Role::Color:
    case Role::Key:
    case Role::LockType:
    case Role::Assertion:
    case Role::Length:
    case Role::DispUnit:
      return true;
    default:
      return false;
  }
}

bool isAddress(Role role) {
  switch (role) {
    case Role::WindowBase:
    case Role::DetachedBase:
    case Role::AttachedBuffer:
    case Role::FreedMemory:
    case Role::PackedReadBuffer:
    case Role::PackedWriteBuffer:
      return true;
    default:
      return mpi::isDataBuffer(role);
  }
}

}  // namespace

std::optional<std::int64_t> tracedAddress(std::uint32_t object, std::int64_t offset) {
  const bool isKnown = offset >= 0 && offset < kRoom / 2;
  return isKnown ? std::optional((object + 1) * kRoom + offset) : std::nullopt;
}

std::optional<Value> TracedValues::operand(std::size_t argument) const {
  const llvm::Value *operand = view_.call().operand(argument);
  return operand ? std::optional(view_.interpreter().valueOf(view_.state(), *operand)) : std::nullopt;
}

/// Of memory that is not known, an address that nothing else has.
TracedValue TracedValues::address(const std::optional<Value> &value) {
  const auto place = value ? view_.interpreter().placeOf(view_.state(), *value) : std::nullopt;
  const auto known = place ? tracedAddress(place->id, place->number) : std::nullopt;
  return {known ? *known : kUnknownBuffers + trace_.unknownBuffers++ * kRoom};
}

TracedValue TracedValues::pointer(std::size_t argument) {
  const auto passed = operand(argument);
  if (!passed) return {};
  if (passed->isNumber()) return {passed->number};
  return isSpecialBuffer(view_.state(), *passed) ? TracedValue{kNoAddress} : address(passed);
}

MaybeValue TracedValues::handle(Element element, const Value &value) const {
  if (view_.isNull(element, value)) return TracedValue{trace::kNullHandle};
  if (const MpiObject *made = view_.held(value)) {
    if (made->as<Request>() && made->isInvalidated) return std::nullopt;
    const bool isShared = element == Element::Comm || element == Element::Window || element == Element::File;
    return TracedValue{tracedHandle(value.id), isShared};
  }
  const std::optional<mpi::RawHandle> raw = view_.raw(value);
  if (!raw) return std::nullopt;
  const mpi::Library library = view_.interpreter().program().library();
  if (element == Element::Datatype)
    if (const auto type = view_.predefinedType(value)) return TracedValue{static_cast<std::int64_t>(*type)};
  if (element == Element::Op)
    if (const auto op = view_.predefinedOp(value)) return TracedValue{static_cast<std::int64_t>(*op)};
  if (element == Element::Request || element == Element::Window || element == Element::File) return std::nullopt;
  if (element != Element::Comm) return TracedValue{trace::kUnknownHandle};
  switch (mpi::predefinedCommOf(library, *raw)) {
    case mpi::PredefinedComm::World:
      return TracedValue{static_cast<std::int64_t>(trace::kWorldId)};
    case mpi::PredefinedComm::Self:
      return TracedValue{
          static_cast<std::int64_t>(trace::selfId(static_cast<std::uint32_t>(view_.interpreter().config().rank)))};
    case mpi::PredefinedComm::None:
      break;
  }
  return std::nullopt;
}

MaybeValue TracedValues::handleBehind(std::size_t argument, std::int64_t index) const {
  const auto passed = operand(argument);
  const auto place = passed ? view_.interpreter().placeOf(view_.state(), *passed) : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const std::int64_t bytes = view_.bytesOfHandle(elementOf(argument));
  const Value at = Value::ofPointer(place->id, place->number + index * bytes);
  return handle(elementOf(argument), view_.interpreter().load(view_.state(), at, bytes));
}

MaybeValue TracedValues::scalar(std::size_t argument) {
  const Role role = roleOf(argument);
  const auto number = view_.number(argument);
  if (isAddress(role)) return number ? TracedValue{*number} : address(view_.value(argument));
  if (!view_.isSignificant(argument)) return TracedValue{};
  if (number) return TracedValue{*number};
  if (isEssential(role)) return std::nullopt;
  return TracedValue{role == Role::WindowSize ? kLargeWindow : isTracedCount(role) ? 1 : 0};
}

/// What is not known of types, operations and the like is passed over.
MaybeValue TracedValues::argument(std::size_t argument) {
  switch (mpi::info(roleOf(argument)).capture) {
    case Capture::Scalar:
      return scalar(argument);
    case Capture::Handle: {
      if (!view_.isSignificant(argument)) return TracedValue{};
      const auto passed = view_.value(argument);
      const auto known = passed ? handle(elementOf(argument), *passed) : std::nullopt;
      const Element element = elementOf(argument);
      const bool mayBeUnknown = element == Element::Datatype || element == Element::Op || element == Element::Info ||
                                element == Element::ErrHandler;
      return known || !mayBeUnknown ? known : TracedValue{trace::kUnknownHandle};
    }
    case Capture::HandleInOut:
      return handleBehind(argument);
    default:
      return pointer(argument);
  }
}

std::optional<std::int64_t> TracedValues::numberBehind(std::size_t argument, std::int64_t index) const {
  const auto passed = operand(argument);
  const auto place = passed ? view_.interpreter().placeOf(view_.state(), *passed) : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const std::int64_t bytes = view_.bytesOf(argument);
  const Value at = Value::ofPointer(place->id, place->number + index * bytes);
  return view_.interpreter().numberOf(view_.state(), view_.interpreter().load(view_.state(), at, bytes));
}

}  // namespace lockstep::passes::symex
