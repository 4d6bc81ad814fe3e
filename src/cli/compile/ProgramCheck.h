// Applies the static rules to a whole program: every source is compiled to bitcode, in parallel and with the cache, and
// the compiler plugin links the modules and analyzes them together.
//
// Fortran sources are compiled sequentially, in parallel to the others, in the order of their module dependences; a
// module file is cached with its source's bitcode.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/compile/Compile.h"
#include "report/Document.h"

namespace lockstep::cli {

/// A source and how it is compiled. The words lack where the bitcode goes.
struct SourceUnit {
  std::string name;  // name in messages
  std::filesystem::path directory = {};
  Language language{};
  MpiFlavor flavor{};
  CommandMaker commandWith = {};
  std::filesystem::path moduleFolder = {};  // where a Fortran source puts its module files
  std::filesystem::path module = {};        // the unit is bitcode or IR already
};

/// Whether the file is LLVM's bitcode or text.
bool isModuleFile(const std::filesystem::path &file);

struct ProgramCheckOptions {
  bool isQuiet = false;
  std::string initialContext;  // "serial" or "parallel"
  bool listsRecorded = false;  // also list the memory that a run would record
};

/// Findings and coverage. Sources that do not compile are named on stderr and in the coverage. Throws a Failure where
/// no source can be compiled at all because something is not installed, or where the judging itself fails.
report::Document checkProgram(const std::vector<SourceUnit> &units, const ProgramCheckOptions &options);

}  // namespace lockstep::cli
