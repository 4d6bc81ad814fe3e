#include "passes/ir/SourceSite.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include "report/text/FunctionName.h"

namespace lockstep::passes {

std::string fileName(const llvm::DIFile &file) {
  if (llvm::sys::path::is_absolute(file.getFilename())) return file.getFilename().str();
  llvm::SmallString<128> path(file.getDirectory());
  llvm::sys::path::append(path, file.getFilename());
  llvm::SmallString<128> here;
  if (!llvm::sys::fs::current_path(here)) llvm::sys::path::append(here, file.getFilename());
  return here == path || llvm::sys::fs::equivalent(here, path) ? file.getFilename().str() : path.str().str();
}

namespace {

/// A lambda's name is just that of its operator; its linkage name contains the enclosing function.
std::string nameOf(const llvm::DISubprogram &function) {
  const bool isOperator = function.getName() == "operator()" && !function.getLinkageName().empty();
  return isOperator ? llvm::demangle(function.getLinkageName()) : function.getName().str();
}

}  // namespace

report::Site sourceSite(const llvm::DILocation &place, report::SiteRole role) {
  report::Site site;
  site.role = role;
  site.function = nameOf(*place.getScope()->getSubprogram());
  site.file = fileName(*place.getFile());
  site.line = place.getLine();
  site.column = place.getColumn();
  return site;
}

std::string sourceName(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return report::sourceFunction(subprogram ? nameOf(*subprogram) : function.getName().str());
}

report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role) {
  if (const llvm::DILocation *place = instruction.getDebugLoc().get()) return sourceSite(*place, role);
  const llvm::Function &function = *instruction.getFunction();
  report::Site site;
  site.role = role;
  site.function = sourceName(function);
  site.file = function.getParent()->getSourceFileName();
  return site;
}

unsigned lineOf(const llvm::Instruction &instruction) {
  return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
}

}  // namespace lockstep::passes
