#include "passes/CheckProgram.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdio>

#include "passes/Output.h"
#include "passes/Program.h"
#include "passes/StaticRule.h"
#include "passes/pointers/WatchedMemory.h"

namespace lockstep::passes {

namespace {

std::vector<ModuleFile> readList(const std::string &list) {
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

bool checkLinked(llvm::ArrayRef<ModuleFile> files, const PluginOptions &options) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> program = linkProgram(files, context);
  if (!program) return false;
  report::Document document = runRules(*program, kWholeProgram, options.initialContext);
  document.coverage.sources = files.size();
  if (options.listsRecorded) document.coverage.recorded = recordedMemory(*program);
  output(document, options);
  return true;
}

/// Modules that cannot be linked are judged one by one.
void check(llvm::ArrayRef<ModuleFile> files, const PluginOptions &options) {
  if (checkLinked(files, options)) return;
  fmt::print(stderr, "lockstep: warning: {} and {} more cannot be linked; each is judged for itself\n",
             files.front().name, files.size() - 1);
  for (const ModuleFile &file : files) checkLinked(file, options);
}

}  // namespace

void checkProgram(const PluginOptions &options) {
  const ProgramPlan plan = planPrograms(readList(options.modules));
  report::Document unreadable;
  unreadable.command = "check";
  for (const ModuleProblem &problem : plan.unreadable) {
    fmt::print(stderr, "lockstep: error: {}: {}\n", problem.name, problem.reason);
    unreadable.coverage.notCompiled.push_back(problem.name);
  }
  if (!plan.unreadable.empty()) output(unreadable, options);
  for (const std::vector<ModuleFile> &program : plan.programs) check(program, options);
}

}  // namespace lockstep::passes
