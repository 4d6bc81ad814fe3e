// How a source is compiled for an MPI: by `check`, by `run SOURCE` and by the compiler wrappers.
//
// The compilers are clang and flang of the LLVM version that the plugin is built for; the flags for MPI come from its
// own wrapper (`mpicc -show`). flang cannot read the modules of an MPI built with gfortran: for `use mpi` it gets our
// own module, built around that MPI's mpif.h; a source with `use mpi_f08`, and any that flang rejects, is compiled by
// gfortran through that MPI's mpifort, and is not seen by the static rules.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/MpiFlavor.h"
#include "report/Document.h"

namespace lockstep::cli {

enum class Language { C, Cxx, Fortran };

/// By the ending of the file; nothing for a file that is no source.
std::optional<Language> languageOf(const std::filesystem::path &file);
bool isSource(const std::filesystem::path &file);
/// What is wrong with a file that is none.
std::string describeNoSource(const std::string &file);

/// clang, clang++ or flang, found through PATH; empty where it is not installed.
std::filesystem::path findCompiler(Language language);

/// The flags for compiling and linking with an MPI, for one language.
struct MpiFlags {
  std::filesystem::path wrapper;  // its mpicc, mpicxx or mpifort
  std::vector<std::string> compile;
  std::vector<std::string> link;
};

/// The flags of this MPI, queried once per process; nothing if its wrapper for the language is not installed.
std::optional<MpiFlags> findMpiFlags(MpiFlavor flavor, Language language);

/// All flavors, the MPI of the `mpicc` in PATH first.
std::vector<MpiFlavor> flavorsByPreference();

/// The wanted MPI, or the first one by preference that can compile the language. Throws a Failure if there is none.
MpiFlavor chooseCompilerFlavor(std::optional<MpiFlavor> wanted, Language language);

/// A compiler and the words that every use of it for this source starts with.
struct Compiler {
  std::vector<std::string> words;
  std::vector<std::string> compileFlags;
  std::vector<std::string> linkFlags;
  bool isGnu = false;  // gcc or gfortran, which produce no bitcode
};

/// clang, clang++ or flang with the MPI's flags and the plugin, or the MPI's own mpifort. Throws a Failure where the
/// compiler, the MPI or the plugin is not installed.
Compiler compilerFor(MpiFlavor flavor, Language language, bool byMpifort, bool withPlugin = true);

/// Flags that make a compiler with the plugin fail on an error of a rule, or on a warning if requested.
std::vector<std::string> failingFlags(Language language, report::Severity severity);

struct Compilation {
  std::filesystem::path source;
  std::filesystem::path output;                // of a program; empty: the source is only checked
  std::vector<std::string> flags;              // the user's; libraries among them follow the source
  std::filesystem::path moduleDirectory = {};  // for Fortran modules; empty: they are dropped
  std::filesystem::path includedFrom = {};     // if it is compiled from elsewhere: the folder of its includes
};

struct Compiled {
  std::vector<report::Finding> findings;     // of the static rules
  std::uint64_t calls = 0;                   // MPI calls that the rules analyzed
  bool seenByRules = false;                  // false: compiled by a compiler without the plugin
  std::vector<std::string> rules = {};       // rules that ran
  std::string reach = {};                    // how far they see
  std::string whyUnseen = {};                // the reason, if there is one to report
  std::vector<std::string> unreadable = {};  // modules that could not be judged
  std::vector<std::string> collectivesNotJudged = {};
  std::vector<std::string> notAllPaths = {};
  std::vector<report::NotJudged> notJudged = {};
  std::optional<report::Recorded> recorded = {};
  bool needsOtherModule = false;  // nor was it compiled: gfortran met a module that flang has compiled
  bool hasMessages = false;       // the compiler printed messages
};

/// Compiles at -O0 -g with the static rules on. The compiler's own messages go to stderr. Throws a Failure where the
/// source cannot be read or does not compile.
Compiled compile(MpiFlavor flavor, const Compilation &compilation);

/// The command for a source with one compiler or the other.
using CommandMaker = std::function<std::vector<std::string>(const Compiler &)>;

/// Compiles a Fortran source in `directory` (empty: the current one) with flang if possible, otherwise with gfortran.
/// Throws a Failure that names `source` if neither can. `isOnlyLook`: nothing is built from it, so a source that
/// neither can compile because its modules come from both is merely not seen by the rules.
Compiled compileFortran(MpiFlavor flavor, const std::filesystem::path &directory, const std::string &source,
                        bool isOnlyLook, const CommandMaker &commandWith, bool withPlugin = true);

/// Runs a compiler in `directory` (empty: the current one), and reads the plugin's findings. Throws a Failure that
/// names `source` if the compiler fails.
Compiled runCompiler(const std::vector<std::string> &words, const std::filesystem::path &directory,
                     const std::string &source);

/// Lets the plugin link and judge the modules of a list (see passes/CheckProgram.h). Throws a Failure where it breaks.
Compiled judgeModules(const std::filesystem::path &list, const std::map<std::string, std::string> &environment);

/// The same, with the compiler's own messages dropped; nothing where it fails.
std::optional<Compiled> tryCompiler(const std::vector<std::string> &words);

}  // namespace lockstep::cli
