// lockstep-mpicc, lockstep-mpicxx, lockstep-mpifort: drop-in compilers for CC=, CXX= and FC=.
//
// One program that goes by its name. All words are passed on to clang or flang, together with what the MPI needs and
// the plugin, whose findings appear among the compiler's diagnostics. LOCKSTEP_WRAPPER=off leaves the plugin out,
// LOCKSTEP_MPI chooses the MPI.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/Command.h"
#include "cli/Compile.h"

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

MpiFlavor chooseFlavor(Language language) {
  const std::string wanted = variable("LOCKSTEP_MPI");
  if (wanted.empty()) return chooseCompilerFlavor(std::nullopt, language);
  const std::optional<MpiFlavor> flavor = findMpiFlavor(wanted);
  if (!flavor) throw usageError("LOCKSTEP_MPI is '{}': mpich or openmpi", wanted);
  return chooseCompilerFlavor(flavor, language);
}

bool isModuleUser(const std::string &word) {
  return !word.starts_with('-') && languageOf(word) == Language::Fortran && usesMpiModule(word);
}

/// Whether the words end in a link: nothing among them stops the compiler earlier.
bool isLinking(const Words &words) {
  return std::ranges::none_of(words, [](const std::string &word) {
    return word == "-c" || word == "-S" || word == "-E" || word == "-M" || word == "-MM" || word == "-fsyntax-only";
  });
}

Words command(const std::string &name, const Words &given) {
  const Language language = languageOfName(name);
  const bool usesModule = std::ranges::any_of(given, isModuleUser);
  const bool withPlugin = variable("LOCKSTEP_WRAPPER") != "off";
  const Compiler compiler = compilerFor(chooseFlavor(language), language, usesModule, withPlugin);

  Words words = compiler.words;
  if (withPlugin && !usesModule) words.push_back("-gline-tables-only");  // findings need lines; a -g of the user wins
  words.insert(words.end(), given.begin(), given.end());
  words.insert(words.end(), compiler.compileFlags.begin(), compiler.compileFlags.end());
  if (isLinking(given)) words.insert(words.end(), compiler.linkFlags.begin(), compiler.linkFlags.end());
  return words;
}

/// Becomes the compiler; returns only if that fails.
int become(Words words) {
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(arguments.front(), arguments.data());
  throw usageError("cannot start {}: {}", words.front(), std::strerror(errno));
}

int guardedMain(const std::string &name, const Words &given) {
  try {
    return become(command(name, given));
  } catch (const Failure &failure) {
    fmt::print(stderr, "{}: error: {}\n", name, failure.what());
    return failure.status;
  } catch (const std::exception &error) {
    fmt::print(stderr, "{}: error: {}\n", name, error.what());
    return kInternal;
  }
}

}  // namespace

}  // namespace lockstep::cli

int main(int argc, char **argv) {
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  return lockstep::cli::guardedMain(name, {argv + 1, argv + argc});
}
