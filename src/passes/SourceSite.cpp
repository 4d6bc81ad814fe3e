#include "passes/SourceSite.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace lockstep::passes {

namespace {

/// As the user wrote it on the compiler's command line, as in the compiler's own diagnostics.
std::string fileName(const llvm::DIFile &file) {
  if (llvm::sys::path::is_absolute(file.getFilename()) || llvm::sys::fs::exists(file.getFilename()))
    return file.getFilename().str();
  llvm::SmallString<128> path(file.getDirectory());
  llvm::sys::path::append(path, file.getFilename());
  return path.str().str();
}

}  // namespace

report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role) {
  const llvm::Function &function = *instruction.getFunction();
  report::Site site;
  site.role = role;
  if (const llvm::DISubprogram *subprogram = function.getSubprogram())
    site.function = subprogram->getName().str();
  else
    site.function = function.getName().str();

  const llvm::DILocation *location = instruction.getDebugLoc().get();
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
