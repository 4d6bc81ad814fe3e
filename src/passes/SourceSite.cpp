#include "passes/SourceSite.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace lockstep::passes {

std::string fileName(const llvm::DIFile &file) {
  if (llvm::sys::path::is_absolute(file.getFilename())) return file.getFilename().str();
  llvm::SmallString<128> path(file.getDirectory());
  llvm::sys::path::append(path, file.getFilename());
  llvm::SmallString<128> here;
  if (!llvm::sys::fs::current_path(here)) llvm::sys::path::append(here, file.getFilename());
  return here == path || llvm::sys::fs::equivalent(here, path) ? file.getFilename().str() : path.str().str();
}

report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role) {
  const llvm::Function &function = *instruction.getFunction();
  report::Site site;
  site.role = role;
  const llvm::DILocation *location = instruction.getDebugLoc().get();
  const llvm::DISubprogram *subprogram = location ? location->getScope()->getSubprogram() : function.getSubprogram();
  site.function = subprogram ? subprogram->getName().str() : function.getName().str();
  if (!location) {
    site.file = function.getParent()->getSourceFileName();
    return site;
  }
  site.file = fileName(*location->getFile());
  site.line = location->getLine();
  site.column = location->getColumn();
  return site;
}

unsigned lineOf(const llvm::Instruction &instruction) {
  return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
}

}  // namespace lockstep::passes
