// The modules of a program, linked in memory.
//
// A list of modules may contain several programs (a build folder with many executables) and unused parts. With one main
// function everything is one program. With several, each is linked with the modules that it needs, as a linker selects
// from libraries: those that define missing symbols; if several define one, the module whose name is most similar to
// that of the main module. Modules that no program needs are linked into a further one, without a main function.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::passes {

struct ModuleFile {
  std::string path;  // bitcode or IR file
  std::string name;  // name in messages: the source file
};

struct ModuleProblem {
  std::string name;
  std::string reason;
};

struct ProgramPlan {
  std::vector<std::vector<ModuleFile>> programs;
  std::vector<ModuleProblem> unreadable;
};

ProgramPlan planPrograms(llvm::ArrayRef<ModuleFile> files);

/// Null if the modules cannot be linked.
std::unique_ptr<llvm::Module> linkProgram(llvm::ArrayRef<ModuleFile> files, llvm::LLVMContext &context);

}  // namespace lockstep::passes
