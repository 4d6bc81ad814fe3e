#include "cli/base/SplitWords.h"

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>

namespace lockstep::cli {

std::vector<std::string> splitWords(const std::string &line) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(line, saver, words);
  return {words.begin(), words.end()};
}

}  // namespace lockstep::cli
