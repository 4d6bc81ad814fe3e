// Hooks access no memory visible to the program, so that a call before a loop does not inhibit its optimization;
// addresses are passed as nocapture pointers, so that local variables do not escape. Calls of one hook are never
// merged, because their return addresses are the sites.
#include "passes/instrument/Hooks.h"

#include <initializer_list>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lockstep::instrument {

namespace {

enum Parameter { Address, Bytes, Stride, Count, Order, Value, Places, Layout };

struct Signature {
  const char *name;
  std::initializer_list<Parameter> parameters;
};

#define LIST(...) \
  { __VA_ARGS__ }
constexpr std::array<Signature, kHooks> kSignatures{{
#define HOOK(name, parameters) {#name, LIST parameters},
#include "Hooks.def"
}};
#undef LIST

constexpr const char *kTable =
#define WATCH_TABLE(name, page, bits) #name
#include "Hooks.def"
    ;
constexpr std::uint64_t kEntries = std::uint64_t{1} <<
#define WATCH_TABLE(name, page, bits) bits
#include "Hooks.def"
    ;

llvm::AttributeList attributesOf(llvm::LLVMContext &context, bool writesPlaces) {
  llvm::AttrBuilder function(context);
  for (const auto kind :
       {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::NoFree, llvm::Attribute::NoMerge})
    function.addAttribute(kind);
  function.addMemoryAttr(writesPlaces ? llvm::MemoryEffects::inaccessibleOrArgMemOnly()
                                      : llvm::MemoryEffects::inaccessibleMemOnly());
  return llvm::AttributeList::get(context, llvm::AttributeList::FunctionIndex, function);
}

}  // namespace

bool isHook(const llvm::Function &function) {
  return llvm::any_of(kSignatures, [&](const Signature &hook) { return function.getName() == hook.name; });
}

llvm::FunctionCallee Hooks::declared(Hook hook) {
  const std::size_t index = static_cast<std::size_t>(hook);
  if (declared_[index]) return declared_[index];
  llvm::LLVMContext &context = module_.getContext();
  llvm::SmallVector<llvm::Type *> types;
  llvm::AttributeList attributes =
      attributesOf(context, llvm::is_contained(kSignatures[index].parameters, Parameter::Places));
  for (const Parameter parameter : kSignatures[index].parameters) {
    const unsigned position = static_cast<unsigned>(types.size());
    if (parameter == Layout) {
      types.push_back(llvm::PointerType::getUnqual(context));
    } else if (parameter == Address || parameter == Places) {
      attributes = attributes.addParamAttribute(context, position, llvm::Attribute::NoCapture);
      if (parameter == Address) attributes = attributes.addParamAttribute(context, position, llvm::Attribute::ReadNone);
      types.push_back(llvm::PointerType::getUnqual(context));
    } else {
      types.push_back(llvm::Type::getInt64Ty(context));
    }
  }
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
  return declared_[index] = module_.getOrInsertFunction(kSignatures[index].name, type, attributes);
}

llvm::Value *Hooks::look(llvm::IRBuilderBase &builder, llvm::Value *address) {
  llvm::LLVMContext &context = module_.getContext();
  if (!table_)
    table_ = module_.getOrInsertGlobal(kTable, llvm::ArrayType::get(llvm::Type::getInt8Ty(context), kEntries));
  llvm::Value *page = builder.CreateLShr(builder.CreatePtrToInt(address, builder.getInt64Ty()), kPageBits);
  llvm::Value *entry = builder.CreateAnd(page, kEntries - 1);
  llvm::LoadInst *watched =
      builder.CreateLoad(builder.getInt8Ty(), builder.CreateInBoundsGEP(builder.getInt8Ty(), table_, entry));
  watched->setMetadata(llvm::LLVMContext::MD_nosanitize, llvm::MDNode::get(context, {}));
  return watched;
}

void Hooks::call(llvm::IRBuilderBase &builder, Hook hook, llvm::ArrayRef<llvm::Value *> arguments) {
  builder.CreateCall(declared(hook), arguments)->addFnAttr(llvm::Attribute::NoMerge);
}

}  // namespace lockstep::instrument
