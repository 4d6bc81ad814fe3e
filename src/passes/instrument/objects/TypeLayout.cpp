#include "passes/instrument/objects/TypeLayout.h"

#include <algorithm>

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

namespace lockstep::instrument {

namespace {

namespace dwarf = llvm::dwarf;

constexpr std::size_t kMostParts = 256;
constexpr unsigned kDeepest = 32;  // nested structures
constexpr std::size_t kNameBytes = 48;

bool isWrapper(unsigned tag) {
  switch (tag) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_restrict_type:
      return true;
    default:
      return false;
  }
}

bool isPointer(unsigned tag) {
  return tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
         tag == dwarf::DW_TAG_rvalue_reference_type;
}

const llvm::DICompositeType *asArray(const llvm::DIType *type) {
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  return composite && composite->getTag() == dwarf::DW_TAG_array_type ? composite : nullptr;
}

bool isStructure(const llvm::DICompositeType &type) {
  return type.getTag() == dwarf::DW_TAG_structure_type || type.getTag() == dwarf::DW_TAG_class_type;
}

/// Non-static data members and base classes.
const llvm::DIDerivedType *asMember(const llvm::DINode *element) {
  const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
  if (!member || member->isStaticMember()) return nullptr;
  const unsigned tag = member->getTag();
  const bool isVirtualBase = tag == dwarf::DW_TAG_inheritance && (member->getFlags() & llvm::DINode::FlagVirtual) != 0;
  return (tag == dwarf::DW_TAG_member || tag == dwarf::DW_TAG_inheritance) && !isVirtualBase ? member : nullptr;
}

class Flattening {
 public:
  /// False if the type is unknown.
  bool add(const llvm::DIType *type, std::uint64_t offset, unsigned depth);
  std::optional<std::vector<LayoutPart>> parts() &&;

 private:
  bool put(std::uint64_t offset, std::uint64_t bytes, ValueKind kind, std::uint64_t count = 1);
  bool addBasic(const llvm::DIBasicType &type, std::uint64_t offset);
  bool addStructure(const llvm::DICompositeType &type, std::uint64_t offset, unsigned depth);
  bool addArray(const llvm::DICompositeType &type, std::uint64_t offset, unsigned depth);

  std::vector<LayoutPart> parts_;
};

bool Flattening::put(std::uint64_t offset, std::uint64_t bytes, ValueKind kind, std::uint64_t count) {
  if (bytes == 0 || count == 0) return true;
  if (!parts_.empty()) {
    LayoutPart &last = parts_.back();
    const bool isNext = last.offset + last.count * last.bytes == offset;
    if (isNext && last.kind == kind && last.bytes == bytes) return last.count += count, true;
  }
  if (parts_.size() == kMostParts) return false;
  parts_.push_back({offset, count, bytes, kind});
  return true;
}

bool Flattening::addBasic(const llvm::DIBasicType &type, std::uint64_t offset) {
  const std::uint64_t bytes = type.getSizeInBits() / 8;
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_signed:
      return put(offset, bytes, bytes == 1 ? ValueKind::Byte : ValueKind::Signed);
    case dwarf::DW_ATE_unsigned:
      return put(offset, bytes, bytes == 1 ? ValueKind::Byte : ValueKind::Unsigned);
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_ASCII:
      return put(offset, bytes, bytes == 1 ? ValueKind::Byte : ValueKind::Anything);
    case dwarf::DW_ATE_UTF:
      return put(offset, bytes, bytes == 1 ? ValueKind::Byte : ValueKind::Whole);
    case dwarf::DW_ATE_float:
      return put(offset, bytes, ValueKind::Floating);
    case dwarf::DW_ATE_complex_float:
      return put(offset, bytes / 2, ValueKind::Floating, 2);
    case dwarf::DW_ATE_boolean:
      return put(offset, bytes, ValueKind::Logical);
    default:
      return put(offset, bytes, ValueKind::Anything);
  }
}

bool Flattening::addStructure(const llvm::DICompositeType &type, std::uint64_t offset, unsigned depth) {
  if (type.isForwardDecl()) return false;
  for (const llvm::DINode *element : type.getElements()) {
    const llvm::DIDerivedType *member = asMember(element);
    if (!member) continue;
    const std::uint64_t at = offset + member->getOffsetInBits() / 8;
    if (member->isBitField()) {
      const std::uint64_t end = (member->getOffsetInBits() + member->getSizeInBits() + 7) / 8;
      if (!put(at, offset + end - at, ValueKind::Anything)) return false;
    } else if (!add(member->getBaseType(), at, depth + 1)) {
      return false;
    }
  }
  return true;
}

/// Number of elements; 0 if unknown.
std::uint64_t countOf(const llvm::DICompositeType &array) {
  std::uint64_t all = 1;
  for (const llvm::DINode *element : array.getElements()) {
    const auto *range = llvm::dyn_cast_or_null<llvm::DISubrange>(element);
    if (!range) return 0;
    if (const auto *count = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount())) {
      all *= static_cast<std::uint64_t>(std::max<std::int64_t>(count->getSExtValue(), 0));
      continue;
    }
    const auto *low = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getLowerBound());
    const auto *high = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getUpperBound());
    if (!high) return 0;
    const std::int64_t first = low ? low->getSExtValue() : 1;
    all *= static_cast<std::uint64_t>(std::max<std::int64_t>(high->getSExtValue() - first + 1, 0));
  }
  return all;
}

bool Flattening::addArray(const llvm::DICompositeType &type, std::uint64_t offset, unsigned depth) {
  const llvm::DIType *element = plainType(type.getBaseType());
  const std::uint64_t bytes = bytesOf(element);
  const std::uint64_t count = countOf(type);
  if (bytes == 0) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t before = parts_.size();
    if (!add(element, offset + i * bytes, depth + 1)) return false;
    const bool isScalar = i == 0 && parts_.size() == before + 1 && parts_.back().bytes * parts_.back().count == bytes &&
                          parts_.back().offset == offset;
    if (!isScalar) continue;
    parts_.back().count *= count;
    return true;
  }
  return true;
}

bool Flattening::add(const llvm::DIType *type, std::uint64_t offset, unsigned depth) {
  type = plainType(type);
  if (!type || depth > kDeepest) return false;
  if (const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(type)) return addBasic(*basic, offset);
  if (isPointer(type->getTag())) return put(offset, bytesOf(type), ValueKind::Pointer);
  const auto *composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (!composite) return bytesOf(type) != 0 && put(offset, bytesOf(type), ValueKind::Anything);
  if (composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return put(offset, bytesOf(type), bytesOf(type) == 1 ? ValueKind::Byte : ValueKind::Whole);
  if (asArray(composite)) return addArray(*composite, offset, depth);
  if (isStructure(*composite)) return addStructure(*composite, offset, depth);
  return bytesOf(type) != 0 && put(offset, bytesOf(type), ValueKind::Anything);
}

/// Sorted by offset. Parts that share bytes, such as bit fields and empty bases, have an unspecified kind.
std::optional<std::vector<LayoutPart>> Flattening::parts() && {
  std::ranges::sort(parts_, {}, &LayoutPart::offset);
  std::vector<LayoutPart> apart;
  for (const LayoutPart &part : parts_) {
    const std::uint64_t end = apart.empty() ? 0 : apart.back().offset + apart.back().count * apart.back().bytes;
    if (apart.empty() || part.offset >= end) {
      apart.push_back(part);
      continue;
    }
    const std::uint64_t first = apart.back().offset;
    apart.back() = {first, 1, std::max(end, part.offset + part.count * part.bytes) - first, ValueKind::Anything};
  }
  if (apart.empty()) return std::nullopt;
  return apart;
}

bool endsOpen(const llvm::DIType *type) {
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plainType(type));
  if (!composite || !isStructure(*composite)) return false;
  const llvm::DIType *last = nullptr;
  for (const llvm::DINode *element : composite->getElements())
    if (const llvm::DIDerivedType *member = asMember(element)) last = plainType(member->getBaseType());
  const llvm::DICompositeType *array = asArray(last);
  return (array && countOf(*array) <= 1) || endsOpen(last);
}

}  // namespace

const llvm::DIType *plainType(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (!isWrapper(derived->getTag())) break;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType *pointeeOf(const llvm::DIType *type) {
  const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plainType(type));
  return derived && isPointer(derived->getTag()) ? derived->getBaseType() : nullptr;
}

const llvm::DIType *elementOf(const llvm::DIType *type) {
  while (const llvm::DICompositeType *array = asArray(plainType(type))) type = array->getBaseType();
  return type;
}

std::uint64_t bytesOf(const llvm::DIType *type) {
  type = plainType(type);
  if (!type) return 0;
  if (const llvm::DICompositeType *array = asArray(type); array && type->getSizeInBits() == 0)
    return countOf(*array) * bytesOf(array->getBaseType());
  return type->getSizeInBits() / 8;
}

const llvm::DIType *memberAt(const llvm::DIType *type, std::uint64_t offset) {
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    type = plainType(type);
    if (const llvm::DICompositeType *array = asArray(type)) {
      const std::uint64_t bytes = bytesOf(array->getBaseType());
      if (bytes == 0) return nullptr;
      offset %= bytes;
      type = array->getBaseType();
      continue;
    }
    const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!composite || !isStructure(*composite)) return offset == 0 ? type : nullptr;
    const llvm::DIDerivedType *found = nullptr;
    for (const llvm::DINode *element : composite->getElements()) {
      const llvm::DIDerivedType *member = asMember(element);
      if (!member || member->isBitField()) continue;
      const std::uint64_t begin = member->getOffsetInBits() / 8;
      if (begin <= offset && offset < begin + bytesOf(member->getBaseType())) found = member;
    }
    if (!found) return nullptr;
    offset -= found->getOffsetInBits() / 8;
    type = found->getBaseType();
  }
  return nullptr;
}

std::optional<TypeLayout> layoutOf(const llvm::DIType *type) {
  const llvm::DIType *element = elementOf(type);
  TypeLayout layout;
  layout.bytes = bytesOf(element);
  if (layout.bytes == 0) return std::nullopt;
  Flattening flattening;
  if (!flattening.add(element, 0, 0)) return std::nullopt;
  auto parts = std::move(flattening).parts();
  if (!parts || parts->back().offset + parts->back().count * parts->back().bytes > layout.bytes) return std::nullopt;
  layout.parts = std::move(*parts);
  layout.name = element->getName().empty() ? plainType(element)->getName().str() : element->getName().str();
  layout.mayGrow = endsOpen(element);
  return layout;
}

llvm::Constant *LayoutConstants::of(const llvm::DIType *type, bool isMixed) {
  const llvm::DIType *element = elementOf(type);
  const auto [place, isNew] = known_.try_emplace({element, isMixed}, nullptr);
  if (!isNew) return place->second;
  const auto layout = layoutOf(element);
  if (!layout) return nullptr;
  llvm::LLVMContext &context = module_.getContext();
  const auto number = [&](unsigned bits, std::uint64_t value) -> llvm::Constant * {
    return llvm::ConstantInt::get(llvm::Type::getIntNTy(context, bits), value);
  };
  std::string name = layout->name.substr(0, kNameBytes - 1);
  name.resize(kNameBytes, '\0');
  llvm::SmallVector<llvm::Constant *> parts;
  for (const LayoutPart &part : layout->parts)
    parts.push_back(
        llvm::ConstantStruct::getAnon({number(32, part.offset), number(32, part.count), number(32, part.bytes),
                                       number(32, static_cast<std::uint64_t>(part.kind))}));
  auto *list = llvm::ArrayType::get(parts.front()->getType(), parts.size());
  llvm::Constant *content = llvm::ConstantStruct::getAnon(
      {number(64, layout->bytes), number(32, layout->parts.size()), number(32, isMixed ? 1 : 0),
       llvm::ConstantDataArray::getString(context, name, false), llvm::ConstantArray::get(list, parts)});
  return place->second = new llvm::GlobalVariable(module_, content->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                                  content, "lockstep.layout");
}

}  // namespace lockstep::instrument
