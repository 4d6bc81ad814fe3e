// The modules of a program, linked in memory.
//
// A list of modules may hold several programs (a build folder with many executables) and parts of none. With one main
// function everything is one program. With several, each is linked with what it needs, as a linker takes it from
// libraries: a module that defines what is still missing; of several that do, the one whose name has most in common
// with that of the main module. What no program takes is linked into one more, without a main function.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::passes {

struct ModuleFile {
  std::string path;  // of the bitcode or IR
  std::string name;  // what messages call it: the source
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

/// Null where the modules cannot be linked.
std::unique_ptr<llvm::Module> linkProgram(llvm::ArrayRef<ModuleFile> files, llvm::LLVMContext &context);

}  // namespace lockstep::passes
