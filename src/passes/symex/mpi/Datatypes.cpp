// Derived datatypes in symbolic execution: their layout, as far as the arguments of their constructors are known.
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"
#include "semantics/layout/TypeConstructor.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Capture;
using mpi::Element;
using mpi::Role;
using mpi::Routine;
using semantics::LayoutPtr;

constexpr std::int64_t kMostElements = 1024;  // of an array

using Numbers = std::vector<std::int64_t>;

/// The array length given by another argument.
std::optional<std::int64_t> lengthOf(const CallView &view, std::size_t array) {
  const int index = view.routine().lengthOf(array);
  const auto length = index < 0 ? std::nullopt : view.number(static_cast<std::size_t>(index));
  return length && *length >= 0 && *length <= kMostElements ? length : std::nullopt;
}

/// Appends the argument; false if it is not completely known.
bool addArgument(const CallView &view, std::size_t argument, semantics::Construction &made) {
  switch (mpi::info(view.routine().args()[argument].role).capture) {
    case Capture::Scalar: {
      const auto number = view.number(argument);
      if (number) made.numbers.push_back(*number);
      return number.has_value();
    }
    case Capture::ScalarArray: {
      const auto length = lengthOf(view, argument);
      const auto numbers = length ? view.numbers(argument, *length) : std::nullopt;
      if (numbers) made.numbers.insert(made.numbers.end(), numbers->begin(), numbers->end());
      return numbers.has_value();
    }
    case Capture::Handle: {
      const auto type = view.value(argument);
      made.types.push_back(type ? layoutOf(view, *type) : nullptr);
      return made.types.back() != nullptr;
    }
    case Capture::HandleArray: {
      const auto length = lengthOf(view, argument);
      for (std::int64_t i = 0; length && i < *length; ++i) made.types.push_back(layoutOf(view, argument, i));
      return length && std::ranges::find(made.types, nullptr) == made.types.end();
    }
    default:
      return true;
  }
}

/// Translates the library's constants to those of TypeConstructor.h; false if a value is not among them.
bool translateConstants(const CallView &view, semantics::Construction &made) {
  const mpi::Library library = view.interpreter().program().library();
  const bool isDistributed = made.constructor == Routine::Type_create_darray;
  if (!isDistributed && made.constructor != Routine::Type_create_subarray) return true;
  const auto isFortran = mpi::isFortranOrder(library, made.numbers.back());
  if (!isFortran) return false;
  made.numbers.back() = *isFortran ? semantics::kFortranOrder : 0;
  if (!isDistributed) return true;
  const auto rank = static_cast<std::size_t>(made.numbers[2]);
  for (std::size_t i = 3 + rank; i < 3 + 2 * rank; ++i) {
    const auto kind = mpi::distributionOf(library, made.numbers[i]);
    if (!kind) return false;
    made.numbers[i] = *kind == mpi::Distribution::None     ? semantics::kDistributeNone
                      : *kind == mpi::Distribution::Cyclic ? semantics::kDistributeCyclic
                                                           : semantics::kDistributeBlock;
    if (mpi::isDefaultDistribution(library, made.numbers[i + rank])) made.numbers[i + rank] = semantics::kDefaultBlock;
  }
  return true;
}

}  // namespace

LayoutPtr layoutOf(const CallView &view, const Value &type) {
  if (const auto *made = view.held<Datatype>(type)) return made->layout;
  const auto predefined = view.predefinedType(type);
  return std::make_shared<const semantics::Layout>(predefined ? semantics::Layout(*predefined)
                                                              : semantics::Layout::ofUnknownType());
}

LayoutPtr layoutOf(const CallView &view, std::size_t list, std::int64_t index) {
  const auto passed = view.value(list);
  const auto place = passed ? view.interpreter().placeOf(view.state(), *passed) : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return nullptr;
  const std::int64_t bytes = view.bytesOfHandle(Element::Datatype);
  const Value address = Value::ofPointer(place->id, place->number + index * bytes);
  return layoutOf(view, view.interpreter().load(view.state(), address, bytes));
}

semantics::TypeFacts typeFacts(const CallView &view, const Value &type) {
  const auto infoOf = [](mpi::PredefinedType known) { return mpi::predefinedType(static_cast<std::uint64_t>(known)); };
  if (const auto predefined = view.predefinedType(type)) return {.predefined = infoOf(*predefined)};
  const MpiObject *made = view.held(type);
  const Datatype *derived = made ? made->known<Datatype>() : nullptr;
  if (!derived || !derived->layout || derived->layout->values() < 2) return {};  // it may be a single value
  return {.isDerived = true, .basic = infoOf(derived->layout->basic())};
}

mpi::PredefinedType basicTypeOf(const CallView &view, const Value &type) {
  if (const auto *made = view.held<Datatype>(type))
    return made->layout ? made->layout->basic() : mpi::PredefinedType::None;
  const auto predefined = view.predefinedType(type);
  const auto *info = predefined ? mpi::predefinedType(static_cast<std::uint64_t>(*predefined)) : nullptr;
  const bool isBasic = info && info->category != mpi::TypeCategory::Pair &&
                       info->category != mpi::TypeCategory::Packed && info->category != mpi::TypeCategory::Marker;
  return isBasic ? info->type : mpi::PredefinedType::None;
}

Datatype describeType(const CallView &view) {
  Datatype made;
  if (view.routine().base == Routine::Type_dup) {
    const auto type = view.value(Role::AnyDatatype);
    const Datatype *old = type ? view.held<Datatype>(*type) : nullptr;
    made.isCommitted = !old || old->isCommitted;
  }
  semantics::Construction construction{.constructor = view.routine().base, .numbers = {}, .types = {}};
  for (std::size_t i = 0; i < view.routine().arity; ++i)
    if (!addArgument(view, i, construction)) return made;
  if (!translateConstants(view, construction)) return made;
  if (auto layout = semantics::construct(construction))
    made.layout = std::make_shared<const semantics::Layout>(std::move(*layout));
  return made;
}

}  // namespace lockstep::passes::symex
