#include "passes/CheckProgram.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdio>
#include <cstdlib>

#include "passes/Output.h"
#include "passes/Program.h"
#include "passes/StaticRule.h"
#include "passes/pointers/WatchedMemory.h"

namespace lockstep::passes {

namespace {

std::vector<ModuleFile> readList(const char *list) {
  std::vector<ModuleFile> files;
  const auto buffer = llvm::MemoryBuffer::getFile(list);
  if (!buffer) return files;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, false);
  for (const llvm::StringRef line : lines) {
    const auto [path, name] = line.split('\t');
    files.push_back({.path = path.str(), .name = name.str()});
  }
  return files;
}

bool checkLinked(llvm::ArrayRef<ModuleFile> files) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> program = linkProgram(files, context);
  if (!program) return false;
  report::Document document = runRules(*program, kWholeProgram);
  document.coverage.sources = files.size();
  if (std::getenv("LOCKSTEP_WHAT_IS_RECORDED")) document.coverage.recorded = recordedMemory(*program);
  output(document);
  return true;
}

/// Modules that do not fit together are judged one by one.
void check(llvm::ArrayRef<ModuleFile> files) {
  if (checkLinked(files)) return;
  fmt::print(stderr, "lockstep: warning: {} and {} more cannot be linked; each is judged for itself\n",
             files.front().name, files.size() - 1);
  for (const ModuleFile &file : files) checkLinked(file);
}

}  // namespace

void checkProgram(const char *list) {
  const ProgramPlan plan = planPrograms(readList(list));
  report::Document unreadable;
  unreadable.command = "check";
  for (const ModuleProblem &problem : plan.unreadable) {
    fmt::print(stderr, "lockstep: error: {}: {}\n", problem.name, problem.reason);
    unreadable.coverage.notCompiled.push_back(problem.name);
  }
  if (!plan.unreadable.empty()) output(unreadable);
  for (const std::vector<ModuleFile> &program : plan.programs) check(program);
}

}  // namespace lockstep::passes
