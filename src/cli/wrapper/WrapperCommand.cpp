#include "cli/wrapper/WrapperCommand.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "PluginOptionNames.h"
#include "cli/Command.h"
#include "cli/base/Installation.h"
#include "cli/compile/Instrumentation.h"
#include "cli/wrapper/WrapperKnown.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words &words, const Words &more) { words.insert(words.end(), more.begin(), more.end()); }

/// flang and gfortran objects may be mixed in one program: MPI's Fortran library and modules that flang cannot read
/// contain code of gfortran, which needs its runtime.
Words gfortranRuntime() {
  if (findProgram("gfortran").empty()) return {};
  return {"-Wl,--push-state,--as-needed,-lgfortran,--pop-state"};
}

/// The MPI flags for this kind of command.
Words mpiFlags(const WrapperCall &call, const Compiler &compiler) {
  const WrapperLine &line = call.line;
  Words flags;
  if (std::ranges::any_of(line.inputs, &WrapperInput::isPreprocessed)) append(flags, compiler.compileFlags);
  if (line.stage != Stage::Link || line.isRelocatable) return flags;
  const auto isPath = [](const std::string &word) { return word.starts_with('/'); };
  if (line.isLanguageForced && std::ranges::any_of(compiler.linkFlags, isPath)) append(flags, {"-x", "none"});
  append(flags, compiler.linkFlags);
  append(flags, instrumentationFor(call.language, false).link);
  if (call.language == Language::Fortran) append(flags, gfortranRuntime());
  return flags;
}

/// flang accepts the option only with -load, which autoconf misreads (see pluginFlags).
bool isWholeProgram(const WrapperCall &call) {
  const WrapperLine &line = call.line;
  if (call.language == Language::Fortran) return false;
  const auto isFile = [](const WrapperInput &input) { return !input.word.starts_with("-l"); };
  return line.stage == Stage::Link && !line.isRelocatable && std::ranges::count_if(line.inputs, isFile) == 1 &&
         linksOnlyItself(line.seen);
}

/// Flags for an instrumented source, before the user's arguments.
Words instrumentFlags(const WrapperCall &call) {
  Words flags = instrumentationFor(call.language, false).compile;
  if (!call.line.blockList.empty()) append(flags, blockListFlags(call.language, call.line.blockList));
  if (isWholeProgram(call)) append(flags, wholeProgramFlags(call.language));
  return flags;
}

bool asksForDebugInformation(const WrapperCall &call) {
  return std::ranges::any_of(call.line.seen, [](const std::string &word) { return word.starts_with("-g"); });
}

/// If loads and stores are not instrumented and no debug information is requested, only calls need lines.
bool wantsLinesOfCalls(const WrapperCall &call) {
  return call.language != Language::Fortran && !asksForDebugInformation(call);
}

/// A -g of the user wins: clang takes the last option, but flang takes this one before any -g.
bool wantsLineTables(const WrapperCall &call) {
  return call.language != Language::Fortran || !asksForDebugInformation(call);
}

bool makesCode(const WrapperCall &call) {
  const auto hasLanguage = [](const WrapperInput &input) { return input.language.has_value(); };
  return call.isOn && call.line.stage >= Stage::Object && std::ranges::any_of(call.line.inputs, hasLanguage);
}

}  // namespace

bool isForRules(const WrapperCall &call) { return makesCode(call) && call.line.rules; }

bool isInstrumented(const WrapperCall &call) { return makesCode(call) && call.line.instruments; }

WrapperCommand withRules(const WrapperCall &call) {
  const bool forRules = isForRules(call);
  const Compiler compiler = compilerFor(call.flavor, call.language, false, forRules);
  Words words = compiler.words;
  if (forRules && call.line.failsOn) append(words, failingFlags(call.language, *call.line.failsOn));
  if (isInstrumented(call)) append(words, instrumentFlags(call));
  if (forRules && !isInstrumented(call) && wantsLinesOfCalls(call)) append(words, {"-mllvm", plugin::kLinesOfCalls});
  if ((forRules || isInstrumented(call)) && wantsLineTables(call)) words.push_back("-gline-tables-only");
  const Words &passed = call.line.passed;
  const auto end = std::ranges::find(passed, "--");  // only inputs follow it
  words.insert(words.end(), passed.begin(), end);
  append(words, mpiFlags(call, compiler));
  words.insert(words.end(), end, passed.end());
  return {.words = words, .environment = forRules ? environmentFor(knownFindings()) : Environment()};
}

WrapperCommand plain(const WrapperCall &call, const fs::path &compiler) {
  const char *kind = call.language == Language::C ? "CC" : call.language == Language::Cxx ? "CXX" : "FC";
  WrapperCommand command{.words = compilerFor(call.flavor, call.language, true).words};
  append(command.words, call.line.passed);
  for (const char *mpi : {"MPICH_", "OMPI_"}) command.environment[std::string(mpi) + kind] = compiler.string();
  return command;
}

WrapperCommand gnuForRun(const WrapperCall &call) {
  WrapperCommand command = plain(call, gnuCompiler(call.language));
  if (!call.isOn) return command;
  const Instrumentation instrumentation = instrumentationFor(call.language, true);
  Words front;
  if (isInstrumented(call)) append(front, instrumentation.compile);
  if (makesCode(call)) front.push_back("-g1");  // a -g of the user wins
  command.words.insert(command.words.begin() + 1, front.begin(), front.end());
  if (call.line.stage == Stage::Link && !call.line.isRelocatable) append(command.words, instrumentation.link);
  return command;
}

fs::path gnuCompiler(Language language) {
  const char *name = language == Language::C ? "gcc" : language == Language::Cxx ? "g++" : "gfortran";
  if (fs::path found = findProgram(name); !found.empty()) return found;
  throw usageError("{} is not installed", name);
}

int become(WrapperCommand command) {
  for (const auto &[name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char *> arguments;
  for (std::string &word : command.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(arguments.front(), arguments.data());
  throw usageError("cannot start {}: {}", command.words.front(), std::strerror(errno));
}

}  // namespace lockstep::cli
