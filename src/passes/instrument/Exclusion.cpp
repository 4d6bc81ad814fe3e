#include "passes/instrument/Exclusion.h"

#include <memory>
#include <string>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SpecialCaseList.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "passes/instrument/Annotation.h"

namespace lockstep::instrument {

namespace {

constexpr llvm::StringLiteral kSection = "lockstep";

llvm::cl::list<std::string> blockLists("lockstep-blocklist", llvm::cl::value_desc("file"),
                                       llvm::cl::desc("code whose loads and stores are not instrumented"));

const llvm::SpecialCaseList *blockList() {
  static const std::unique_ptr<llvm::SpecialCaseList> list = [] {
    std::string error;
    auto read = llvm::SpecialCaseList::create(blockLists, *llvm::vfs::getRealFileSystem(), error);
    if (!read) llvm::report_fatal_error(llvm::Twine("lockstep's block list: ") + error, false);
    return read;
  }();
  return list.get();
}

bool isListed(const llvm::Function &function) {
  if (blockLists.empty()) return false;
  const llvm::SpecialCaseList &list = *blockList();
  const auto isIn = [&](llvm::StringRef kind, llvm::StringRef word) { return list.inSection(kSection, kind, word); };
  if (isIn("src", function.getParent()->getSourceFileName())) return true;
  if (const llvm::DISubprogram *source = function.getSubprogram(); source && isIn("src", source->getFilename()))
    return true;
  return isIn("fun", function.getName()) || isIn("fun", llvm::demangle(function.getName()));
}

/// The text of an entry of llvm.global.annotations: { function, text, file, line, arguments }.
llvm::StringRef annotationOf(const llvm::ConstantStruct &entry) {
  const auto *text = llvm::dyn_cast<llvm::GlobalVariable>(entry.getOperand(1)->stripPointerCasts());
  if (!text || !text->hasInitializer()) return {};
  const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
  return data && data->isCString() ? data->getAsCString() : llvm::StringRef();
}

}  // namespace

Exclusion::Exclusion(const llvm::Module &module) {
  const llvm::GlobalVariable *annotations = module.getNamedGlobal("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer()) return;
  for (const llvm::Use &use : annotations->getInitializer()->operands()) {
    const auto *entry = llvm::dyn_cast<llvm::ConstantStruct>(use);
    if (!entry || annotationOf(*entry) != kIgnored) continue;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(entry->getOperand(0)->stripPointerCasts()))
      annotated_.insert(function);
  }
}

bool Exclusion::covers(const llvm::Function &function) const {
  return function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation) ||
         function.hasFnAttribute(llvm::Attribute::Naked) || annotated_.contains(&function) || isListed(function);
}

}  // namespace lockstep::instrument
