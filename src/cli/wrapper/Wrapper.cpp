// lockstep-mpicc, lockstep-mpicxx, lockstep-mpifort: drop-in compilers for CC=, CXX= and FC=.
//
// One program that acts by the name under which it is called. All arguments are passed on to clang or flang, together
// with the flags for MPI and the plugin, whose findings appear among the compiler's diagnostics. With --compiler=gcc
// gcc creates the object file, and clang analyzes the source in addition. LOCKSTEP_WRAPPER=off does what the plain MPI
// wrapper would do.
#include <cstdlib>
#include <filesystem>

#include "cli/Command.h"
#include "cli/base/Log.h"
#include "cli/wrapper/WrapperCheck.h"
#include "cli/wrapper/WrapperCommand.h"
#include "cli/wrapper/WrapperFortran.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

Language languageOfName(const std::string &name) {
  if (name.ends_with("mpicxx")) return Language::Cxx;
  return name.ends_with("mpifort") ? Language::Fortran : Language::C;
}

MpiFlavor chooseFlavor(const WrapperLine &line, Language language) {
  const bool isAsked = !line.mpi.empty();
  const std::string wanted = isAsked ? line.mpi : variable("LOCKSTEP_MPI");
  if (wanted.empty()) return chooseCompilerFlavor(std::nullopt, language);
  const std::optional<MpiFlavor> flavor = findMpiFlavor(wanted);
  if (!flavor) throw usageError("{} is '{}': mpich or openmpi", isAsked ? "--mpi" : "LOCKSTEP_MPI", wanted);
  return chooseCompilerFlavor(flavor, language);
}

bool isByGcc(const WrapperLine &line) {
  const bool isAsked = !line.compiler.empty();
  const std::string wanted = isAsked ? line.compiler : variable("LOCKSTEP_COMPILER");
  if (wanted.empty() || wanted == "clang") return false;
  if (wanted == "gcc") return true;
  throw usageError("{} is '{}': gcc or clang", isAsked ? "--compiler" : "LOCKSTEP_COMPILER", wanted);
}

fs::path compilerOf(Language language, bool byGcc) {
  if (byGcc) return gnuCompiler(language);
  if (fs::path found = findCompiler(language); !found.empty()) return found;
  if (language == Language::Fortran) return gnuCompiler(language);
  throw usageError("clang-19 is not installed");
}

int runGcc(const WrapperCall &call) {
  if (isForRules(call) && !checkBeside(call)) return EXIT_FAILURE;
  return become(gnuForRun(call));
}

int run(const std::string &name, const Words &given) {
  const Language language = languageOfName(name);
  WrapperLine line = readLine(given);
  const bool byGcc = isByGcc(line);
  const fs::path compiler = compilerOf(language, byGcc);
  if (line.stage == Stage::Asked && !line.asksMpi) {
    Words words{compiler.string()};
    words.insert(words.end(), line.passed.begin(), line.passed.end());
    return become({.words = words});
  }

  const WrapperCall call{.name = name,
                         .language = language,
                         .flavor = chooseFlavor(line, language),
                         .line = std::move(line),
                         .isOn = variable("LOCKSTEP_WRAPPER") != "off"};
  if (call.line.asksMpi) return become(plain(call, compiler));
  if (byGcc) return runGcc(call);
  if (language == Language::Fortran) return runFortran(call);
  return become(call.isOn ? withRules(call) : plain(call, compiler));
}

int guardedRun(const std::string &name, const Words &given) {
  try {
    return run(name, given);
  } catch (const Failure &failure) {
    say("{}: error: {}\n", name, failure.what());
    return failure.status;
  } catch (const std::exception &error) {
    say("{}: error: {}\n", name, error.what());
    return kInternal;
  }
}

}  // namespace

}  // namespace lockstep::cli

int main(int argc, char **argv) {
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  return lockstep::cli::guardedRun(name, {argv + 1, argv + argc});
}
