#include "cli/compile/ProgramCheck.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <thread>

#include "PluginOptionNames.h"
#include "cli/Command.h"
#include "cli/base/Log.h"
#include "cli/base/Progress.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/compile/CompilerRun.h"
#include "cli/compile/FortranModules.h"
#include "cli/compile/FortranSources.h"
#include "cli/compile/GccDialect.h"
#include "cli/compile/ModuleCache.h"
#include "cli/compile/RememberedOutput.h"
#include "cli/compile/StaleModules.h"
#include "report/merge/Fold.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::uintmax_t kMaxCacheBytes = std::uintmax_t{2} << 30;

/// What became of a source.
struct Outcome {
  fs::path module = {};       // empty: there is none
  std::string messages = {};  // of the compiler
  std::string problem = {};   // why it did not compile
  std::string whyUnseen = {};
  bool needsOtherModule = false;
};

class ProgramBuild {
 public:
  explicit ProgramBuild(const std::vector<SourceUnit> &units) : units_(units), outcomes_(units.size()) {}

  std::vector<Outcome> run(bool showsProgress);

 private:
  fs::path moduleOf(std::size_t unit) const { return scratch_.path() / fmt::format("{}.bc", unit); }
  void prepare();
  void makeNext();
  void makeFortran();
  void makeFortran(std::size_t unit, const std::optional<std::set<fs::path>> &readFiles);
  Recipe fortranRecipe(const SourceUnit &unit) const;
  bool hasOldModules(const fs::path &folder) const;
  void makeModule(std::size_t unit);

  const std::vector<SourceUnit> &units_;
  std::vector<Outcome> outcomes_;
  std::vector<std::pair<std::size_t, Words>> commands_;  // of C and C++ units
  std::vector<std::size_t> fortran_;
  std::set<std::string> defined_;  // modules of the Fortran units
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> done_ = 0;
  const TemporaryDirectory scratch_{temporaryFolder()};
  const ModuleCache cache_{cacheDirectory().empty() ? fs::path() : cacheDirectory() / "modules"};

 public:
  void judge(const std::vector<Outcome> &outcomes, const ProgramCheckOptions &options,
             report::Document &document) const;
};

/// Creates the commands before any thread starts: this queries the MPI's compiler wrappers, whose answers are shared.
void ProgramBuild::prepare() {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const SourceUnit &unit = units_[i];
    if (!unit.module.empty())
      outcomes_[i].module = unit.module;
    else if (unit.language == Language::Fortran)
      fortran_.push_back(i);
    else
      commands_.emplace_back(i, unit.commandWith(compilerFor(unit.flavor, unit.language, false, false)));
  }
}

std::vector<Outcome> ProgramBuild::run(bool showsProgress) {
  prepare();
  const StepProgress progress(showsProgress, [this](std::chrono::seconds taken) {
    return fmt::format("lockstep: compiling: {} of {} sources, {} s", done_.load(), units_.size(), taken.count());
  });
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < std::min(cores, commands_.size() + (fortran_.empty() ? 0 : 1)); ++i)
    workers.emplace_back([this] { makeNext(); });
  makeFortran();
  makeNext();
  workers.clear();
  cache_.trim(kMaxCacheBytes);
  return std::move(outcomes_);
}

void ProgramBuild::makeNext() {
  for (std::size_t i = next_++; i < commands_.size(); i = next_++) {
    makeModule(i);
    ++done_;
  }
}

void ProgramBuild::makeModule(std::size_t index) {
  const auto &[number, command] = commands_[index];
  const SourceUnit &unit = units_[number];
  Outcome &outcome = outcomes_[number];
  const Recipe recipe{.words = command, .directory = unit.directory};
  if (const std::optional<fs::path> kept = cache_.find(recipe)) {
    outcome.module = *kept;
    outcome.messages = cache_.textBeside(*kept);
    return;
  }
  const fs::path module = moduleOf(number);
  const fs::path dependencies = module.string() + ".d";
  Words words = command;
  for (const std::string &word :
       {std::string("-MD"), std::string("-MF"), dependencies.string(), std::string("-o"), module.string()})
    words.push_back(word);
  try {
    CompilerRun made = attemptWithKnownOptions(words, {.environment = {}, .directory = unit.directory});
    outcome.messages = std::move(made.errors);
    if (made.status != 0) outcome.problem = fmt::format("{} does not compile", unit.name);
  } catch (const Failure &failure) {
    outcome.problem = failure.what();
  }
  if (!outcome.problem.empty()) return;
  outcome.module = cache_.keep(recipe, module, readDependencies(dependencies, unit.directory));
  cache_.keepTextBeside(outcome.module, outcome.messages);
}

void ProgramBuild::makeFortran() {
  if (fortran_.empty()) return;
  std::vector<FortranSource> sources;
  for (const std::size_t number : fortran_) {
    const SourceUnit &unit = units_[number];
    sources.push_back({.file = unit.directory / unit.name, .directory = unit.directory, .words = {}});
    if (!findCompiler(Language::Fortran).empty()) sources.back().words = fortranRecipe(unit).words;
    defined_.merge(definedModules(sources.back().file));
  }
  const FortranSources all(std::move(sources));
  for (const std::size_t index : all.order()) {
    makeFortran(fortran_[index], all.readBy(index));
    ++done_;
  }
}

/// The folder of the modules varies, which makes no difference to the bitcode.
Recipe ProgramBuild::fortranRecipe(const SourceUnit &unit) const {
  Words words = unit.commandWith(compilerFor(unit.flavor, Language::Fortran, false, false));
  std::erase(words, unit.moduleFolder.string());
  return {.words = std::move(words), .directory = unit.directory};
}

/// Module files of the program's own modules that a build has left behind, perhaps by gfortran.
bool ProgramBuild::hasOldModules(const fs::path &folder) const {
  std::error_code error;
  return std::ranges::any_of(defined_,
                             [&](const std::string &name) { return fs::exists(folder / (name + ".mod"), error); });
}

using FileTimes = std::map<fs::path, fs::file_time_type>;

FileTimes filesIn(const fs::path &folder) {
  FileTimes times;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    times[entry.path()] = entry.last_write_time(error);
  return times;
}

std::vector<fs::path> changedSince(const FileTimes &before, const fs::path &folder) {
  std::vector<fs::path> changed;
  for (const auto &[file, time] : filesIn(folder))
    if (const auto known = before.find(file); known == before.end() || known->second != time) changed.push_back(file);
  return changed;
}

void ProgramBuild::makeFortran(std::size_t number, const std::optional<std::set<fs::path>> &readFiles) try {
  const SourceUnit &unit = units_[number];
  Outcome &outcome = outcomes_[number];
  const bool mayBeKept = readFiles && !findCompiler(Language::Fortran).empty();
  if (mayBeKept)
    if (const std::optional<fs::path> kept = cache_.find(fortranRecipe(unit));
        kept && cache_.takeBeside(*kept, unit.moduleFolder)) {
      outcome.module = *kept;
      return;
    }
  const fs::path module = moduleOf(number);
  // A compiler searches the folder where it runs before all others.
  const fs::path folder = unit.directory.empty() ? fs::current_path() : unit.directory;
  const bool isElsewhere = hasOldModules(folder);
  const TemporaryDirectory elsewhere(temporaryFolder());
  const auto commandWith = [&](const Compiler &compiler) {
    Words words = unit.commandWith(compiler);
    words.insert(words.begin() + 1, "-I" + unit.moduleFolder.string());  // before the folders of the build
    if (isElsewhere) words = withAbsolutePaths(std::move(words), folder);
    if (isElsewhere) words.push_back("-I" + folder.string());
    words.insert(words.end(), {"-o", compiler.isGnu ? "/dev/null" : module.string()});
    return words;
  };
  const FileTimes before = filesIn(unit.moduleFolder);
  const Compiled compiled =
      compileFortran(unit.flavor, isElsewhere ? elsewhere.path() : unit.directory,
                     isElsewhere ? (folder / unit.name).string() : unit.name, true, commandWith, false);
  std::error_code error;
  outcome.whyUnseen = compiled.whyUnseen;
  outcome.needsOtherModule = compiled.needsOtherModule;
  if (!compiled.whyUnseen.empty() || !fs::exists(module, error)) return;
  outcome.module = module;
  if (!mayBeKept || compiled.hasMessages) return;
  outcome.module = cache_.keep(fortranRecipe(unit), module, {readFiles->begin(), readFiles->end()});
  cache_.keepBeside(outcome.module, changedSince(before, unit.moduleFolder));
} catch (const Failure &failure) {
  if (failure.status == kInternal) throw;
  outcomes_[number].problem = failure.what();
}

/// The compiler is started on an empty module; the plugin in it reads the list.
void ProgramBuild::judge(const std::vector<Outcome> &outcomes, const ProgramCheckOptions &options,
                         report::Document &document) const {
  const fs::path list = scratch_.path() / "list";
  {
    std::ofstream lines(list);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      if (!outcomes[i].module.empty())
        lines << outcomes[i].module.string() << '\t' << (units_[i].directory / units_[i].name).string() << '\n';
  }
  std::map<std::string, std::string> environment{{plugin::kInitialContext, options.initialContext}};
  if (options.listsRecorded) environment[plugin::kListsRecorded] = "1";
  const StepProgress progress(!options.isQuiet, [&](std::chrono::seconds taken) {
    return fmt::format("lockstep: analyzing {} sources, {} s", units_.size(), taken.count());
  });
  Compiled compiled = judgeModules(list, environment);
  std::ranges::move(compiled.findings, std::back_inserter(document.findings));
  std::ranges::move(compiled.unreadable, std::back_inserter(document.coverage.notCompiled));
  document.coverage.calls = compiled.calls;
  document.coverage.rules = std::move(compiled.rules);
  document.coverage.reach = std::move(compiled.reach);
  document.coverage.collectivesNotJudged = std::move(compiled.collectivesNotJudged);
  document.coverage.notAllPaths = std::move(compiled.notAllPaths);
  document.coverage.notJudged = std::move(compiled.notJudged);
  document.coverage.recorded = std::move(compiled.recorded);
}

void sayWhyUnseen(const Outcome &outcome) {
  say("lockstep: note: {}: the static rules did not look at it, {}; `lockstep run` checks what it does\n",
      outcome.whyUnseen,
      outcome.needsOtherModule ? "nor can gfortran read a module of flang that it uses" : "gfortran compiled it");
}

}  // namespace

bool isModuleFile(const fs::path &file) { return file.extension() == ".bc" || file.extension() == ".ll"; }

report::Document checkProgram(const std::vector<SourceUnit> &units, const ProgramCheckOptions &options) {
  ProgramBuild build(units);
  const std::vector<Outcome> outcomes = build.run(!options.isQuiet);
  report::Document document;
  report::Coverage &coverage = document.coverage;
  bool hasModules = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Outcome &outcome = outcomes[i];
    say("{}", outcome.messages);
    hasModules |= !outcome.module.empty();
    if (!outcome.problem.empty()) {
      say("lockstep: error: {}\n", outcome.problem);
      coverage.notCompiled.push_back(units[i].name);
    } else if (outcome.module.empty()) {
      coverage.notSeenByRules.push_back(units[i].name);
      if (!options.isQuiet && !outcome.whyUnseen.empty()) sayWhyUnseen(outcome);
    } else {
      ++coverage.sources;
    }
  }
  const std::size_t notCompiled = coverage.notCompiled.size();
  if (hasModules) build.judge(outcomes, options, document);
  coverage.sources -= coverage.notCompiled.size() - notCompiled;
  document.findings = report::fold(std::move(document.findings));
  return document;
}

}  // namespace lockstep::cli
