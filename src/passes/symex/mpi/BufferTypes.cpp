// Whether the memory of a buffer has enough bytes, and the type of the passed datatype.
//
// Size and type are those of variables; for allocated memory only the size is known. Bytes and characters match any
// memory, and any datatype matches memory of characters, which programs use for raw data. Unions have no single type.
// The values of a derived datatype are compared with the members on which they lie.
#include <fmt/format.h>

#include <llvm/IR/GlobalVariable.h>

#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::passes::symex {

namespace {

using mpi::PredefinedTypeInfo;
using mpi::Role;
using mpi::TypeCategory;

constexpr auto kOverflow = report::rule("buffer-overflow");
constexpr auto kType = report::rule("buffer-type");
constexpr auto kBounds = report::rule("rma-bounds");

/// The scalar type at an offset of a variable; null if there is none.
llvm::Type *simpleTypeAt(llvm::Type *type, std::int64_t offset, const llvm::DataLayout &layout) {
  while (type && type->isSized() && offset >= 0) {
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(array->getElementType()).getFixedValue());
      if (size == 0) return nullptr;
      offset %= size;
      type = array->getElementType();
      continue;
    }
    auto *structure = llvm::dyn_cast<llvm::StructType>(type);
    if (!structure) return offset == 0 ? type : nullptr;
    const llvm::StructLayout *fields = layout.getStructLayout(structure);
    const bool isUnion = structure->hasName() && structure->getName().starts_with("union.");
    if (isUnion || offset >= static_cast<std::int64_t>(fields->getSizeInBytes())) return nullptr;
    const unsigned field = fields->getElementContainingOffset(static_cast<std::uint64_t>(offset));
    offset -= static_cast<std::int64_t>(fields->getElementOffset(field));
    type = structure->getElementType(field);
  }
  return nullptr;
}

llvm::Type *typeOf(const Object &object) {
  if (const auto *slot = llvm::dyn_cast_or_null<llvm::AllocaInst>(object.origin)) return slot->getAllocatedType();
  if (const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.origin)) return global->getValueType();
  return nullptr;
}

bool isInteger(TypeCategory category) {
  return category == TypeCategory::CInteger || category == TypeCategory::FortranInteger ||
         category == TypeCategory::MultiLanguage;
}

/// What the memory contains instead; empty if it matches or is unknown.
std::string misfit(const llvm::Type &memory, const PredefinedTypeInfo &type) {
  const bool isFloating = memory.isFloatTy() || memory.isDoubleTy();
  const bool isWhole = memory.isIntegerTy(16) || memory.isIntegerTy(32) || memory.isIntegerTy(64);
  if (!isFloating && !isWhole) return {};
  if (!isInteger(type.category) && type.category != TypeCategory::Floating) return {};
  if (type.bytes <= 1) return {};  // bytes and characters of any name may represent any memory
  const unsigned bytes = memory.getScalarSizeInBits() / 8;
  if (isFloating == (type.category == TypeCategory::Floating) && bytes == type.bytes) return {};
  return fmt::format("{} of {} bytes", isFloating ? "floating-point numbers" : "integers", bytes);
}

std::string describeExtent(const CallView &view, std::size_t buffer) {
  const int index = view.routine().indexOf(Role::Datatype, buffer);
  const auto handle = index < 0 ? std::nullopt : view.value(static_cast<std::size_t>(index));
  const semantics::LayoutPtr layout = handle && view.held<Datatype>(*handle) ? layoutOf(view, *handle) : nullptr;
  if (!layout || !layout->isWhole() || !layout->isExtentKnown()) return {};
  if (static_cast<std::int64_t>(layout->size()) == layout->extent()) return {};
  return semantics::describeExtent(layout->size(), layout->extent());
}

void judgeSize(const CallView &view, std::size_t buffer, const Value &place, std::int64_t needed) {
  const std::int64_t size = view.state().memory[place.id].size;
  const std::int64_t there = std::max<std::int64_t>(size - place.number, 0);
  if (size < 0 || needed <= 0 || place.number < 0 || place.number + needed <= size) return;
  semantics::Complaint complaint = semantics::tooShort(
      static_cast<std::uint64_t>(there), static_cast<std::uint64_t>(needed), describeExtent(view, buffer));
  addNote(view.state(), argumentNote(view, kOverflow, buffer, std::move(complaint)));
}

/// A value of the datatype that does not lie on a value of its kind.
struct Misfit {
  std::string found;  // "integers of 4 bytes"
  unsigned there = 0;
  const PredefinedTypeInfo *basic = nullptr;
};

/// The floating-point member that contains the byte, and does not begin at it: no part of it is a value. Bits of other
/// members may be bit-fields.
const llvm::Type *floatingAround(llvm::Type *variable, std::int64_t byte, std::int64_t from,
                                 const llvm::DataLayout &layout) {
  for (std::int64_t at = byte; at >= std::max<std::int64_t>(byte - 7, 0); --at) {
    llvm::Type *type = simpleTypeAt(variable, at, layout);
    if (!type) continue;
    const bool isFloating = type->isFloatTy() || type->isDoubleTy();
    const bool contains = byte < at + static_cast<std::int64_t>(type->getScalarSizeInBits() / 8);
    return isFloating && contains && at != from ? type : nullptr;
  }
  return nullptr;
}

std::optional<Misfit> misfitAt(llvm::Type *variable, std::int64_t at, const PredefinedTypeInfo &basic,
                               const llvm::DataLayout &layout) {
  if (llvm::Type *memory = simpleTypeAt(variable, at, layout))
    if (std::string found = misfit(*memory, basic); !found.empty())
      return Misfit{std::move(found), memory->getScalarSizeInBits() / 8, &basic};
  if (basic.bytes < 2 || (!isInteger(basic.category) && basic.category != TypeCategory::Floating)) return std::nullopt;
  for (const std::int64_t byte : {at, at + basic.bytes - 1})
    if (const llvm::Type *across = floatingAround(variable, byte, at, layout))
      return Misfit{fmt::format("a floating-point number of {} bytes", across->getScalarSizeInBits() / 8), 0, &basic};
  return std::nullopt;
}

/// The first one among the values of a derived datatype.
std::optional<Misfit> misfitIn(llvm::Type *variable, std::int64_t begin, const semantics::Layout &type,
                               const llvm::DataLayout &layout) {
  constexpr std::uint32_t kMostValues = 64;  // of a block: a datatype of many is regular, and so is a variable
  const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(variable).getFixedValue());
  for (const semantics::TypeBlock &block : type.blocks()) {
    const PredefinedTypeInfo &basic = semantics::infoOf(block.basic);
    const auto extent = static_cast<std::int64_t>(semantics::extentOf(basic));
    for (std::uint32_t row = 0; row < std::min(block.count, kMostValues); ++row)
      for (std::uint32_t column = 0; column < std::min(block.elements, kMostValues); ++column) {
        const std::int64_t at =
            semantics::moved(semantics::moved(begin + block.displacement, row, block.stride), column, extent);
        if (at < 0 || at + extent > size) return std::nullopt;
        if (auto found = misfitAt(variable, at, basic, layout)) return found;
      }
  }
  return std::nullopt;
}

void judgeDerivedType(const CallView &view, std::size_t buffer, const Value &place, const Value &handle) {
  const auto *made = view.held<Datatype>(handle);
  llvm::Type *variable = typeOf(view.state().memory[place.id]);
  if (!made || !made->layout || !variable || !variable->isSized()) return;
  const auto found = misfitIn(variable, place.number, *made->layout, view.interpreter().program().layout());
  if (!found) return;
  const bool isAcross = found->there == 0;
  const std::string what = fmt::format("points to memory with {} where the datatype has {}{}", found->found,
                                       found->basic->name, isAcross ? " across it" : "");
  Note note = argumentNote(view, kType, buffer,
                           {.what = what, .help = "give each member the datatype and the displacement that it has"});
  const MpiObject *held = view.held(handle);
  note.finding.sites.push_back(siteAt(*held->made, report::SiteRole::Creation, "the datatype is created here"));
  addNote(view.state(), std::move(note));
}

void judgeType(const CallView &view, std::size_t buffer, const Value &place) {
  llvm::Type *variable = typeOf(view.state().memory[place.id]);
  llvm::Type *memory = simpleTypeAt(variable, place.number, view.interpreter().program().layout());
  const int index = view.routine().indexOf(Role::Datatype, buffer);
  const auto handle = index < 0 ? std::nullopt : view.value(static_cast<std::size_t>(index));
  const auto type = handle ? view.predefinedType(*handle) : std::nullopt;
  const PredefinedTypeInfo *info = type ? mpi::predefinedType(static_cast<std::uint64_t>(*type)) : nullptr;
  if (handle && !info) return judgeDerivedType(view, buffer, place, *handle);
  if (!memory || !info) return;
  const std::string found = misfit(*memory, *info);
  if (found.empty()) return;
  Note note = argumentNote(view, kType, buffer,
                           {.what = fmt::format("points to {}, but the datatype is {}", found, info->name),
                            .help = "pass the datatype of the variable",
                            .cause = {.kind = report::Cause::Kind::WrongType,
                                      .there = memory->getScalarSizeInBits() / 8,
                                      .accessed = info->bytes}});
  addNote(view.state(), std::move(note));
}

/// The memory given to a window.
void judgeWindow(const CallView &view) {
  const int base = view.routine().indexOf(Role::WindowBase);
  const auto size = base < 0 ? std::nullopt : view.number(Role::WindowSize);
  const auto address = base < 0 ? std::nullopt : view.value(static_cast<std::size_t>(base));
  if (!size || *size <= 0 || !address || !address->isPointer() || isSpecialBuffer(view.state(), *address)) return;
  const std::int64_t bytes = view.state().memory[address->id].size;
  if (address->number == Value::kSomewhere || bytes < 0 || address->number < 0 || address->number > bytes) return;
  if (address->number + *size <= bytes) return;
  addNote(view.state(),
          argumentNote(view, kBounds, static_cast<std::size_t>(base),
                       semantics::windowTooLarge(static_cast<std::uint64_t>(bytes - address->number), *size)));
}

}  // namespace

void judgeMemory(const CallView &view) {
  judgeWindow(view);
  const mpi::RoutineInfo &routine = view.routine();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    if (!mpi::isDataBuffer(routine.args()[i].role) || !view.isSignificant(i)) continue;
    const auto address = view.value(i);
    if (!address || !address->isPointer() || isSpecialBuffer(view.state(), *address)) continue;
    if (address->number == Value::kSomewhere) continue;
    bool isAny = false;
    std::int64_t needed = 0;
    for (const Footprint &print : footprintsOf(view, i)) {
      isAny |= !print.runs.empty();
      for (const semantics::StridedRun &run : print.runs) needed = std::max(needed, endOfBytes(run));
    }
    if (!isAny) continue;
    judgeSize(view, i, *address, needed);
    judgeType(view, i, *address);
  }
}

}  // namespace lockstep::passes::symex
