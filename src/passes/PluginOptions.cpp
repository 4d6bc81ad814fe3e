#include "passes/PluginOptions.h"

#include <cstdlib>

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/CommandLine.h>

#include "PluginOptionNames.h"

namespace lockstep::passes {

namespace {

/// The option library expects names without the leading hyphen.
llvm::StringRef optionName(llvm::StringRef word) { return word.drop_front(); }

llvm::cl::opt<bool> errorsFail(optionName(plugin::kErrorsFail),
                               llvm::cl::desc("fail the compilation where a rule found an error"));
llvm::cl::opt<bool> errorsExit(optionName(plugin::kErrorsExit),
                               llvm::cl::desc("the same for flang, which drops errors of passes"));
llvm::cl::opt<bool> warningsFail(optionName(plugin::kWarningsFail),
                                 llvm::cl::desc("warnings fail the compilation, too"));
llvm::cl::opt<bool> linesOfCalls(optionName(plugin::kLinesOfCalls),
                                 llvm::cl::desc("line tables only for calls that may lead to MPI"));

llvm::StringRef variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> filesIn(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef> files;
  list.split(files, ':', -1, false);
  return {files.begin(), files.end()};
}

}  // namespace

PluginOptions pluginOptions() {
  const bool isParallel = variable(plugin::kInitialContext) == plugin::kParallel;
  return {.modules = variable(plugin::kModules).str(),
          .findings = variable(plugin::kFindings).str(),
          .initialContext = isParallel ? InitialContext::Parallel : InitialContext::Serial,
          .listsRecorded = std::getenv(plugin::kListsRecorded) != nullptr,
          .suppressions = filesIn(variable(plugin::kSuppressions)),
          .baseline = variable(plugin::kBaseline).str(),
          .errorsFail = errorsFail,
          .errorsExit = errorsExit,
          .warningsFail = warningsFail,
          .linesOfCalls = linesOfCalls};
}

}  // namespace lockstep::passes
