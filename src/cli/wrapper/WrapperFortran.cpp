#include "cli/wrapper/WrapperFortran.h"

#include <algorithm>
#include <fstream>

#include "cli/Command.h"
#include "cli/base/Installation.h"
#include "cli/base/Log.h"
#include "cli/compile/CompilerRun.h"
#include "cli/compile/FortranModules.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

CompilerRun attempt(const WrapperCommand &command) {
  return cli::attempt(command.words, {.environment = command.environment});
}

Words moduleFolders(const WrapperLine &line) {
  Words folders{"."};
  const Words words = meaningOf(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-I" && i + 1 < words.size()) folders.push_back(words[i + 1]);
    if (words[i].starts_with("-I") && words[i].size() > 2) folders.push_back(words[i].substr(2));
  }
  return folders;
}

/// gfortran compresses its module files; those of flang are text.
bool isOfGfortran(const fs::path &moduleFile) {
  std::ifstream stream(moduleFile, std::ios::binary);
  return stream.get() == 0x1f && stream.get() == 0x8b;
}

/// The module that makes this source gfortran's; empty where flang may try.
std::string unreadableIn(const fs::path &source, const WrapperCall &call) {
  if (std::string module = unreadableByFlang(source, call.flavor); !module.empty()) return module;
  const Words folders = moduleFolders(call.line);
  const std::set<std::string> own = definedModules(source);
  for (const std::string &module : usedModules(source)) {
    const auto isForeignIn = [&](const auto &folder) { return isOfGfortran(fs::path(folder) / (module + ".mod")); };
    if (!own.contains(module) && std::ranges::any_of(folders, isForeignIn)) return module;
  }
  return {};
}

std::string unreadableIn(const WrapperCall &call, const std::string &source) {
  Words byFlang = meaningOf(call.line);
  byFlang.insert(byFlang.begin(), findCompiler(Language::Fortran).string());
  if (const auto flags = findMpiFlags(call.flavor, Language::Fortran))
    byFlang.insert(byFlang.end(), flags->compile.begin(), flags->compile.end());
  byFlang.push_back(source);
  return unreadableModule(source, byFlang, {}, [&](const fs::path &text) { return unreadableIn(text, call); });
}

/// Why flang is not even tried, as a note; nothing where it is.
std::optional<std::string> whyNotFlang(const WrapperCall &call) {
  if (findCompiler(Language::Fortran).empty()) return "flang is not installed";
  for (const WrapperInput &input : call.line.inputs) {
    if (input.language && input.language != Language::Fortran)
      return fmt::format("{} is not a Fortran source", input.word);
    if (input.isPreprocessed && !input.language) return fmt::format("{} is not a Fortran source", input.word);
    if (!input.language || input.word == "-") continue;
    if (const std::string module = unreadableIn(call, input.word); !module.empty())
      return describeUnreadable(input.word, module);
  }
  return std::nullopt;
}

/// If gfortran links objects of flang, they need flang's runtime, which is in flang's installation.
Words flangRuntime(const WrapperLine &line) {
  const fs::path flang = findCompiler(Language::Fortran);
  if (line.stage != Stage::Link || flang.empty()) return {};
  std::error_code error;
  const fs::path folder = fs::canonical(flang, error).parent_path().parent_path() / "lib";
  if (!fs::exists(folder / "libFortranRuntime.a", error)) return {};
  return {"-L" + folder.string(), "-lFortranRuntime", "-lFortranDecimal", "-lm"};
}

WrapperCommand gfortran(const WrapperCall &call) {
  WrapperCommand command = gnuForRun(call);
  const Words runtime = flangRuntime(call.line);
  command.words.insert(command.words.end(), runtime.begin(), runtime.end());
  return command;
}

void note(const WrapperCall &call, const std::string &reason) {
  if (isForRules(call)) say("{}: note: {}: compiled by gfortran, the static rules do not see it\n", call.name, reason);
}

/// The one refusal that only a setting for the whole program mends: a module that flang has compiled before.
int runGfortran(const WrapperCall &call) {
  const CompilerRun byGfortran = attempt(gfortran(call));
  show(byGfortran);
  if (cannotReadModule(byGfortran))
    say("{}: note: flang has compiled that module; build the whole program with --compiler=gcc\n", call.name);
  return byGfortran.status;
}

}  // namespace

int runFortran(const WrapperCall &call) {
  if (const std::optional<std::string> reason = whyNotFlang(call)) {
    note(call, *reason);
    return runGfortran(call);
  }
  const bool readsStdin = std::ranges::find(call.line.inputs, "-", &WrapperInput::word) != call.line.inputs.end();
  if (readsStdin) return become(withRules(call));  // it cannot be read twice

  const CompilerRun byFlang = attempt(withRules(call));
  const bool endedByRules = byFlang.errors.find("[-Werror=lockstep") != std::string::npos;
  if (byFlang.status == 0 || endedByRules || findProgram("gfortran").empty()) return show(byFlang);
  const CompilerRun byGfortran = attempt(gfortran(call));
  if (byGfortran.status != 0) return show(refusesOption(byFlang) ? byGfortran : byFlang);
  note(call, "flang refuses (" + refusalOf(byFlang) + ")");
  return show(byGfortran);
}

}  // namespace lockstep::cli
