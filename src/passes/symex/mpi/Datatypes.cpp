// Derived datatypes of an execution: their layout, as far as the arguments of their constructors are known.
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Element;
using mpi::Role;
using mpi::Routine;

constexpr std::int64_t kMostBlocks = 1024;

using MaybeLayout = std::optional<Layout>;

std::optional<std::vector<std::int64_t>> numbersOf(const CallView &view, Role role, std::int64_t length,
                                                   std::size_t from = 0) {
  const int index = view.routine().indexOf(role, from);
  return index < 0 ? std::nullopt : view.numbers(static_cast<std::size_t>(index), length);
}

/// Blocks at a constant distance, in bytes.
MaybeLayout vectorOf(const CallView &view, const Layout &old, bool isInBytes) {
  const auto count = view.number(Role::BlockCount);
  const auto length = view.number(Role::BlockLength);
  const auto stride = view.number(isInBytes ? Role::ByteStride : Role::Stride);
  if (!count || !length || !stride) return std::nullopt;
  Layout block;
  block.addRow(old, 0, *length);
  Layout made;
  made.add(block, 0, *count, isInBytes ? *stride : *stride * old.extent());
  return made;
}

/// Blocks at any place, all of one length or each of its own.
MaybeLayout indexedOf(const CallView &view, const Layout &old, bool isInBytes) {
  const auto count = view.number(Role::BlockCount);
  if (!count || *count > kMostBlocks) return std::nullopt;
  const auto places = numbersOf(view, isInBytes ? Role::BlockByteDispls : Role::BlockDispls, *count);
  const auto length = view.number(Role::BlockLength);
  const auto lengths = length ? std::vector<std::int64_t>(static_cast<std::size_t>(*count), *length)
                              : numbersOf(view, Role::BlockLengths, *count);
  if (!places || !lengths) return std::nullopt;
  Layout made;
  for (std::size_t i = 0; i < places->size(); ++i)
    made.addRow(old, (*places)[i] * (isInBytes ? 1 : old.extent()), (*lengths)[i]);
  return made;
}

MaybeLayout structOf(const CallView &view) {
  const auto count = view.number(Role::BlockCount);
  if (!count || *count > kMostBlocks) return std::nullopt;
  const auto lengths = numbersOf(view, Role::BlockLengths, *count);
  const auto places = numbersOf(view, Role::BlockByteDispls, *count);
  const llvm::Value *list = view.call().operand(Role::BlockDatatypes);
  const auto types =
      list ? view.interpreter().placeOf(view.state(), view.interpreter().valueOf(view.state(), *list)) : std::nullopt;
  if (!lengths || !places || !types || types->number == Value::kSomewhere) return std::nullopt;
  const std::int64_t bytes = view.bytesOfHandle(Element::Datatype);
  Layout made;
  for (std::size_t i = 0; i < places->size(); ++i) {
    const Value address = Value::ofPointer(types->id, types->number + static_cast<std::int64_t>(i) * bytes);
    const auto type = layoutOf(view, view.interpreter().load(view.state(), address, bytes));
    if (!type) return std::nullopt;
    made.addRow(*type, (*places)[i], (*lengths)[i]);
  }
  made.pad();
  return made;
}

/// From the fastest dimension to the slowest.
MaybeLayout subarrayOf(const CallView &view, const Layout &old) {
  const auto dimensions = view.number(Role::Length);
  const auto order = view.number(Role::IntIn);
  const auto isFortran =
      order ? mpi::isFortranOrder(view.interpreter().program().library(), *order) : std::optional<bool>();
  if (!dimensions || *dimensions <= 0 || *dimensions > 16 || !isFortran) return std::nullopt;
  const int first = view.routine().indexOf(Role::ArraySizes);
  const auto list = [&](std::size_t which) {
    return view.numbers(static_cast<std::size_t>(first) + which, *dimensions);
  };
  const auto sizes = list(0);
  const auto parts = list(1);
  const auto starts = list(2);
  if (!sizes || !parts || !starts) return std::nullopt;
  Layout made = old;
  std::int64_t stride = old.extent();
  for (std::size_t i = 0; i < sizes->size(); ++i) {
    const std::size_t dimension = *isFortran ? i : sizes->size() - 1 - i;
    Layout slower;
    slower.add(made, (*starts)[dimension] * stride, (*parts)[dimension], stride);
    made = std::move(slower);
    stride *= (*sizes)[dimension];
  }
  made.resize(0, stride);
  return made;
}

MaybeLayout resizedOf(const CallView &view, Layout old) {
  const auto low = view.number(Role::LowerBound);
  const auto extent = view.number(Role::Extent);
  if (!low || !extent) return std::nullopt;
  old.resize(*low, *extent);
  return old;
}

MaybeLayout madeOf(const CallView &view) {
  if (view.routine().base == Routine::Type_create_struct) return structOf(view);
  const auto passed = view.value(Role::AnyDatatype);
  const std::shared_ptr<const Layout> old = passed ? layoutOf(view, *passed) : nullptr;
  if (!old) return std::nullopt;
  if (view.routine().base == Routine::Type_dup) return *old;
  if (view.routine().base == Routine::Type_create_resized) return resizedOf(view, *old);
  if (!old->isExtentKnown()) return std::nullopt;
  switch (view.routine().base) {
    case Routine::Type_contiguous: {
      const auto count = view.number(Role::BlockCount);
      if (!count) return std::nullopt;
      Layout made;
      made.addRow(*old, 0, *count);
      return made;
    }
    case Routine::Type_vector:
      return vectorOf(view, *old, false);
    case Routine::Type_create_hvector:
      return vectorOf(view, *old, true);
    case Routine::Type_indexed:
    case Routine::Type_create_indexed_block:
      return indexedOf(view, *old, false);
    case Routine::Type_create_hindexed:
    case Routine::Type_create_hindexed_block:
      return indexedOf(view, *old, true);
    case Routine::Type_create_subarray:
      return subarrayOf(view, *old);
    default:
      return std::nullopt;
  }
}

std::int64_t bytesIn(const Layout &layout) {
  std::int64_t bytes = 0;
  for (const Run &run : layout.runs()) bytes += run.bytes * run.count;
  return bytes;
}

/// A structure counts as several values where it is larger than any single one.
bool hasSeveral(const CallView &view, const MpiObject &made) {
  constexpr std::int64_t kLargestValue = 32;
  const auto passed = view.value(Role::AnyDatatype);
  if (const MpiObject *old = passed ? view.held(*passed) : nullptr; old && old->hasSeveral) return true;
  const std::shared_ptr<const Layout> old = passed ? layoutOf(view, *passed) : nullptr;
  if (!made.layout || (passed && !old)) return false;
  return bytesIn(*made.layout) > (old ? bytesIn(*old) : kLargestValue);
}

}  // namespace

std::shared_ptr<const Layout> layoutOf(const CallView &view, const Value &type) {
  if (const MpiObject *made = view.held(type)) return made->layout;
  const auto predefined = view.predefinedType(type);
  const auto *info = predefined ? mpi::predefinedType(static_cast<std::uint64_t>(*predefined)) : nullptr;
  if (info && info->category == mpi::TypeCategory::Marker)  // has no bytes, but moves the bounds of a structure
    return std::make_shared<const Layout>(Layout::beginningWith(0));
  if (!info || info->category == mpi::TypeCategory::Pair)
    return std::make_shared<const Layout>(Layout::beginningWith(1));
  return std::make_shared<const Layout>(Layout::ofBytes(info->bytes));
}

semantics::TypeFacts typeFacts(const CallView &view, const Value &type) {
  const auto infoOf = [](mpi::PredefinedType known) { return mpi::predefinedType(static_cast<std::uint64_t>(known)); };
  if (const auto predefined = view.predefinedType(type)) return {.predefined = infoOf(*predefined)};
  const MpiObject *made = view.held(type);
  if (!made || made->kind != MpiObject::Kind::Datatype || made->isInvalidated || !made->hasSeveral) return {};
  return {.isDerived = true, .basic = infoOf(made->basic)};
}

mpi::PredefinedType basicTypeOf(const CallView &view, const Value &type) {
  if (const MpiObject *made = view.held(type)) return made->basic;
  const auto predefined = view.predefinedType(type);
  const auto *info = predefined ? mpi::predefinedType(static_cast<std::uint64_t>(*predefined)) : nullptr;
  const bool isBasic = info && info->category != mpi::TypeCategory::Pair &&
                       info->category != mpi::TypeCategory::Packed && info->category != mpi::TypeCategory::Marker;
  return isBasic ? info->type : mpi::PredefinedType::None;
}

void describeType(const CallView &view, MpiObject &made) {
  const auto passed = view.value(Role::AnyDatatype);  // constructors of structures have a list of them instead
  if (passed) made.basic = basicTypeOf(view, *passed);
  if (view.routine().base == Routine::Type_dup) {
    const MpiObject *old = view.held(Role::AnyDatatype);
    made.isCommitted = !old || old->isCommitted;
  }
  if (const MaybeLayout layout = madeOf(view)) made.layout = std::make_shared<const Layout>(*layout);
  made.hasSeveral = hasSeveral(view, made);
}

}  // namespace lockstep::passes::symex
