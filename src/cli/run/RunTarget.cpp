#include "cli/run/RunTarget.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/Command.h"
#include "cli/base/Installation.h"
#include "cli/base/SplitWords.h"
#include "cli/compile/Compile.h"
#include "cli/run/InterpreterMpi.h"
#include "cli/run/LaunchLine.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using Link = ProgramKind::Link;

constexpr int kDefaultRanks = 2;

/// The path to start, as the launchers understand it: they search PATH for a word without a slash.
std::string findExecutable(const std::string &word) {
  std::error_code error;
  const bool isHere = fs::exists(word, error);
  if (!isHere) {
    const fs::path found = fs::path(word).has_parent_path() ? fs::path() : findProgram(word);
    if (found.empty()) throw usageError("no such program: {}", word);
    return found.string();
  }
  if (fs::is_directory(word, error)) throw usageError("{} is a folder, not a program", word);
  if (!fs::is_regular_file(word, error)) throw usageError("{} is not a program", word);
  if (access(word.c_str(), X_OK) != 0)
    throw usageError("{} is neither executable nor a source of a known kind (.c, .cpp, .f90, ...)", word);
  return fs::path(word).has_parent_path() ? word : "./" + word;
}

/// Every rank would launch its own job.
void refuseLauncher(const std::string &word, bool hasRanks) {
  if (!isLauncher(word)) return;
  if (hasRanks) throw usageError("{} starts the ranks itself: leave out -n, and put -- before it", word);
  throw usageError("{} starts the ranks itself: put -- before it (lockstep run -- {} ...)", word, word);
}

}  // namespace

RunTarget::RunTarget(std::vector<std::string> words, const TargetOptions &options)
    : words_(std::move(words)), ranks_(options.ranks) {
  if (!options.mpi.empty()) flavor_ = findMpiFlavor(options.mpi);
  if (!words_.empty() && words_.front() == "--") {
    words_.erase(words_.begin());
    isForeign_ = !ranks_;
  }
  if (words_.empty() || words_.front().empty()) throw usageError("nothing to run (see `lockstep run --help`)");

  const bool isProgram = !isForeign_ && !isSource(words_.front());
  if (isProgram) refuseLauncher(words_.front(), options.areRanksGiven);

  name_ = isForeign_ ? fmt::format("{}", fmt::join(words_, " ")) : words_.front();
  if (isForeign_) return;
  if (isSource(words_.front()))
    compileSource(options.cflags);
  else
    useProgram();
}

void RunTarget::useProgram() {
  words_.front() = findExecutable(words_.front());
  kind_ = inspectProgram(words_.front());
  if (kind_.link == Link::Static)
    throw usageError("{} is statically linked: its MPI calls cannot be recorded; link it dynamically", name_);
  if (flavor_ && kind_.flavor && flavor_ != kind_.flavor)
    throw usageError("{} is linked with {}, not with {}", name_, cli::name(*kind_.flavor), cli::name(*flavor_));
  if (kind_.flavor) flavor_ = kind_.flavor;
  if (!flavor_) flavor_ = mpiOfInterpreter(words_.front());
  if (!flavor_) chooseFlavor();
  if (kind_.cannotBeMpi) ranks_ = 1;  // it runs once, and the user sees that it is the wrong program
}

/// The program is stored in a separate folder until the run is over.
void RunTarget::compileSource(const std::string &cflags) {
  const fs::path source = words_.front();
  std::error_code error;
  if (fs::is_directory(source, error)) throw usageError("{} is a folder, not a source", source.string());
  if (!fs::is_regular_file(source, error)) throw usageError("no such file: {}", source.string());
  flavor_ = chooseCompilerFlavor(flavor_, *languageOf(source));
  build_.emplace(temporaryFolder());
  const fs::path program = build_->path() / source.stem();
  Compiled compiled = compile(*flavor_, {.source = source, .output = program, .flags = splitWords(cflags)});
  staticFindings_ = std::move(compiled.findings);
  if (!compiled.seenByRules) notSeenByRules_.push_back(source.string());
  words_.front() = program.string();
  kind_ = inspectProgram(program);
}

/// For a script or an interpreter: the MPI of the `mpicc` in PATH, or another one that can launch.
void RunTarget::chooseFlavor() {
  for (const MpiFlavor flavor : flavorsByPreference()) {
    if (findLauncher(flavor).empty()) continue;
    flavor_ = flavor;
    return;
  }
  throw usageError("no launcher of MPICH or Open MPI in PATH (mpiexec.mpich, mpiexec.openmpi)");
}

tl::expected<void, std::string> RunTarget::keepProgram(const fs::path &folder) const {
  if (!build_) return {};
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::copy_file(words_.front(), folder / fs::path(words_.front()).filename(), error);
  if (error) return tl::unexpected(fmt::format("{}: cannot keep the program: {}", folder.string(), error.message()));
  return {};
}

Launch RunTarget::launch(const fs::path &runDirectory) const {
  if (isForeign_) return launchForeign(words_, runDirectory);
  return launchProgram(*flavor_, ranks(), words_, runDirectory);
}

void RunTarget::refuseUnrecorded(const LauncherEnd &launcher) const {
  // A program, launch line, script or interpreter that failed has reported why itself.
  const bool hasFailed = launcher.status != 0;
  if (hasFailed && (kind_.link == Link::Mpi || kind_.link == Link::NotElf)) return;
  if (kind_.link == Link::Mpi) {
    if (const fs::path recorder = preloadedLibrary(); !isPreloaded(recorder, words_.front()))
      throw internalError("nothing was recorded: the dynamic loader does not load {} into {}", recorder.string(),
                          name_);
    throw usageError("{} made no MPI call: nothing was checked", name_);
  }
  throw usageError("{} is not an MPI program: it loads no MPI library and made no MPI call", name_);
}

std::vector<std::string> RunTarget::sourcesAsArguments() const {
  std::vector<std::string> sources;
  if (!build_) return sources;
  std::error_code error;
  for (std::size_t i = 1; i < words_.size() && isSource(words_[i]) && fs::is_regular_file(words_[i], error); ++i)
    sources.push_back(words_[i]);
  return sources;
}

int RunTarget::ranks() const { return isForeign_ ? 0 : ranks_.value_or(kDefaultRanks); }

}  // namespace lockstep::cli
