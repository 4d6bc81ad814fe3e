#include "engine/memory/KnownMemory.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedType;
using mpi::PredefinedTypeInfo;
using mpi::TypeCategory;
using semantics::infoOf;
using trace::LayoutPart;
using trace::ValueKind;

constexpr std::uint64_t kMostValues = 4096;  // checked in one buffer

/// A complex number is two values.
std::uint32_t valuesIn(const PredefinedTypeInfo &basic) { return basic.category == TypeCategory::Complex ? 2 : 1; }

bool isInteger(TypeCategory category) {
  return category == TypeCategory::CInteger || category == TypeCategory::FortranInteger ||
         category == TypeCategory::MultiLanguage;
}

/// Bytes and characters may represent any memory, and packed data is opaque.
bool fitsAnything(const PredefinedTypeInfo &basic) {
  return basic.bytes <= 1 || basic.category == TypeCategory::Byte || basic.category == TypeCategory::Packed;
}

bool isUnsigned(PredefinedType type) {
  switch (type) {
    case PredefinedType::UnsignedShort:
    case PredefinedType::Unsigned:
    case PredefinedType::UnsignedLong:
    case PredefinedType::UnsignedLongLong:
    case PredefinedType::Uint16:
    case PredefinedType::Uint32:
    case PredefinedType::Uint64:
      return true;
    default:
      return false;
  }
}

/// Compares a value with one of memory at the same offset and of the same size. Many programs use Fortran logicals as
/// integers, and pointers as addresses.
std::optional<Misfit::How> compareKinds(const LayoutPart &part, const PredefinedTypeInfo &basic) {
  const bool isWhole = isInteger(basic.category) || basic.category == TypeCategory::Character;
  switch (part.kind) {
    case ValueKind::Signed:
    case ValueKind::Unsigned:
      if (!isWhole && basic.category != TypeCategory::Logical) return Misfit::How::Type;
      if (basic.category == TypeCategory::CInteger && isUnsigned(basic.type) != (part.kind == ValueKind::Unsigned))
        return Misfit::How::Sign;
      return std::nullopt;
    case ValueKind::Whole:
    case ValueKind::Logical:
    case ValueKind::Pointer:
      return isWhole || basic.category == TypeCategory::Logical ? std::nullopt : std::optional(Misfit::How::Type);
    case ValueKind::Floating:
      return basic.category == TypeCategory::Floating || basic.category == TypeCategory::Complex
                 ? std::nullopt
                 : std::optional(Misfit::How::Type);
    case ValueKind::Byte:
    case ValueKind::Anything:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Misfit> compare(const MemoryLayout &layout, std::uint64_t offset, std::uint32_t bytes,
                              const PredefinedTypeInfo &basic) {
  const std::uint64_t inside = offset % layout.bytes;
  const LayoutPart *part = layout.partAt(inside);
  if (part == nullptr) return Misfit{Misfit::How::Place, basic.type, inside, nullptr};
  if (part->kind == ValueKind::Anything) return std::nullopt;
  const std::uint64_t end = part->offset + std::uint64_t{part->count} * part->bytes;
  if (part->kind == ValueKind::Byte) {
    const bool isAllBytes = layout.parts.size() == 1 && end == layout.bytes;
    if (isAllBytes || inside + bytes <= end) return std::nullopt;
    return Misfit{Misfit::How::Place, basic.type, inside, part};
  }
  if (part->bytes != bytes) return Misfit{Misfit::How::Type, basic.type, inside, part};
  if ((inside - part->offset) % part->bytes != 0) return Misfit{Misfit::How::Place, basic.type, inside, part};
  const auto how = compareKinds(*part, basic);
  return how ? std::optional(Misfit{*how, basic.type, inside, part}) : std::nullopt;
}

/// Number of steps after which offsets repeat, modulo the period.
std::uint64_t distinctSteps(std::int64_t step, std::uint64_t period) {
  const std::uint64_t distance = step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
  return distance == 0 ? 1 : period / std::gcd(distance, period);
}

/// Calls `visit(offset, bytes, basic)` for values of the elements until it returns false, or the limit is reached. With
/// a period, only for offsets that differ modulo the period.
template <class Visit>
void forEachValue(Elements elements, std::uint64_t period, Visit visit) {
  std::uint64_t left = kMostValues;
  const auto tell = [&](std::int64_t offset, const PredefinedTypeInfo &basic) {
    const std::uint32_t bytes = basic.bytes / valuesIn(basic);
    for (std::uint32_t i = 0; i < valuesIn(basic); ++i)
      if (left == 0 || !visit(moved(offset, i, bytes), bytes, basic)) return false;
    return left-- > 0;
  };
  const std::uint64_t count = std::min(elements.count, distinctSteps(elements.type->extent, period));
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const semantics::TypeBlock &block : elements.type->blocks) {
      if (left-- == 0) return;
      const PredefinedTypeInfo &basic = infoOf(block.basic);
      if (fitsAnything(basic)) continue;
      const bool isPair = basic.category == TypeCategory::Pair;
      const auto extent = static_cast<std::int64_t>(semantics::extentOf(basic));
      const std::uint64_t rows = std::min<std::uint64_t>(block.count, distinctSteps(block.stride, period));
      const std::uint64_t columns = std::min<std::uint64_t>(block.elements, distinctSteps(extent, period));
      for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column) {
          const std::int64_t at =
              moved(moved(moved(block.displacement, i, elements.type->extent), row, block.stride), column, extent);
          if (!isPair) {
            if (!tell(at, basic)) return;
            continue;
          }
          const auto second = static_cast<std::int64_t>(semantics::secondOfPair(basic));
          if (!tell(at, infoOf(basic.first)) || !tell(moved(at, 1, second), infoOf(basic.second))) return;
        }
      }
    }
  }
}

bool isWorse(const Misfit &misfit, const std::optional<Misfit> &than) {
  return !than || (than->how == Misfit::How::Sign && misfit.how != Misfit::How::Sign);
}

}  // namespace

const LayoutPart *MemoryLayout::partAt(std::uint64_t offset) const {
  const auto behind =
      std::ranges::upper_bound(parts, offset, {}, [](const LayoutPart &part) -> std::uint64_t { return part.offset; });
  if (behind == parts.begin()) return nullptr;
  const LayoutPart &part = *std::prev(behind);
  return offset < part.offset + std::uint64_t{part.count} * part.bytes ? &part : nullptr;
}

void MemoryLayouts::define(const trace::Layout &record) {
  MemoryLayout layout;
  layout.name = record.name;
  layout.bytes = record.bytes;
  const auto parts = trace::parts(record);
  layout.parts.assign(parts.begin(), parts.end());
  known_.insert_or_assign(record.id, std::make_shared<const MemoryLayout>(std::move(layout)));
}

MemoryLayoutPtr MemoryLayouts::find(std::uint64_t id) const {
  const auto found = known_.find(id);
  return found == known_.end() || found->second->bytes == 0 ? nullptr : found->second;
}

KnownMemory knownMemory(const trace::Memory &record, const MemoryLayouts &layouts) {
  return {.argument = record.argument,
          .before = record.before,
          .bytes = record.bytes,
          .kind = record.kind,
          .isMixed = record.isMixed != 0,
          .layout = layouts.find(record.layout)};
}

std::optional<Misfit> misfitOf(const MemoryLayout &layout, std::uint64_t objectBytes, std::int64_t offset,
                               Elements elements) {
  std::optional<Misfit> worst;
  forEachValue(elements, layout.bytes, [&](std::int64_t at, std::uint32_t bytes, const PredefinedTypeInfo &basic) {
    const std::int64_t place = moved(offset, 1, at);
    if (place < 0 || static_cast<std::uint64_t>(place) + bytes > objectBytes) return true;
    const auto misfit = compare(layout, static_cast<std::uint64_t>(place), bytes, basic);
    if (misfit && isWorse(*misfit, worst)) worst = misfit;
    return !worst || worst->how == Misfit::How::Sign;
  });
  return worst;
}

std::optional<PredefinedType> misalignedIn(std::int64_t address, Elements elements) {
  constexpr std::uint64_t kLargestAlignment = 16;
  std::optional<PredefinedType> found;
  forEachValue(elements, kLargestAlignment, [&](std::int64_t at, std::uint32_t bytes, const PredefinedTypeInfo &basic) {
    const auto place = static_cast<std::uint64_t>(moved(address, 1, at));
    const bool hasPower = (bytes & (bytes - 1)) == 0;
    if (hasPower && place % std::min<std::uint64_t>(bytes, kLargestAlignment) != 0) found = basic.type;
    return !found;
  });
  return found;
}

std::string describe(const LayoutPart &part, bool isOne) {
  const auto name = [&](std::string_view one, std::string_view many) {
    return fmt::format("{} of {} byte{}", isOne ? one : many, part.bytes, part.bytes == 1 ? "" : "s");
  };
  switch (part.kind) {
    case ValueKind::Signed:
    case ValueKind::Whole:
      return name("an integer", "integers");
    case ValueKind::Unsigned:
      return name("an unsigned integer", "unsigned integers");
    case ValueKind::Floating:
      return name("a floating-point number", "floating-point numbers");
    case ValueKind::Logical:
      return name("a logical value", "logical values");
    case ValueKind::Byte:
      return part.count == 1 ? "a character" : fmt::format("{} characters", part.count);
    case ValueKind::Pointer:
      return isOne ? "a pointer" : "pointers";
    case ValueKind::Anything:
      return "a value of any type";
  }
  return {};
}

}  // namespace lockstep::engine
