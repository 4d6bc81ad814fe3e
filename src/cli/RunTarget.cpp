#include "cli/RunTarget.h"

#include <fmt/ranges.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <unistd.h>

#include "cli/Command.h"
#include "cli/Compile.h"
#include "cli/Installation.h"
#include "cli/LaunchLine.h"

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
  if (!fs::is_regular_file(word, error)) throw usageError("{} is not a program", word);
  if (access(word.c_str(), X_OK) != 0)
    throw usageError("{} is neither executable nor a source of a known kind (.c, .cpp, .f90, ...)", word);
  return fs::path(word).has_parent_path() ? word : "./" + word;
}

/// As a shell would: quotes and backslashes keep blanks.
std::vector<std::string> splitWords(const std::string &line) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(line, saver, words);
  return {words.begin(), words.end()};
}

}  // namespace

RunTarget::RunTarget(std::vector<std::string> words, const TargetOptions &options)
    : words_(std::move(words)), ranks_(options.ranks) {
  if (ranks_ && *ranks_ < 1) throw usageError("-n: the number of ranks must be at least 1");
  if (!options.mpi.empty()) {
    flavor_ = findMpiFlavor(options.mpi);
    if (!flavor_) throw usageError("--mpi: '{}' is neither mpich nor openmpi", options.mpi);
  }
  if (!words_.empty() && words_.front() == "--") {
    words_.erase(words_.begin());
    isForeign_ = !ranks_;
  }
  if (words_.empty()) throw usageError("nothing to run (see `lockstep run --help`)");

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
  if (!flavor_) chooseFlavor();
}

/// The program lies in a folder of its own until the run is over.
void RunTarget::compileSource(const std::string &cflags) {
  const fs::path source = words_.front();
  std::error_code error;
  if (!fs::is_regular_file(source, error)) throw usageError("no such file: {}", source.string());
  flavor_ = chooseCompilerFlavor(flavor_, *languageOf(source));
  build_.emplace(fs::temp_directory_path());
  const fs::path program = build_->path() / source.stem();
  Compiled compiled = compile(*flavor_, {.source = source, .output = program, .flags = splitWords(cflags)});
  staticFindings_ = std::move(compiled.findings);
  if (!compiled.seenByRules) uncheckedSources_.push_back(source.string());
  words_.front() = program.string();
  kind_ = inspectProgram(program);
}

/// A script or an interpreter does not tell: the first MPI that can launch.
void RunTarget::chooseFlavor() {
  for (const MpiFlavor flavor : kMpiFlavors) {
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

void RunTarget::refuseUnlessMpi(const LauncherEnd &launcher) const {
  // A launch line, script or interpreter that failed has said why itself.
  const bool hasFailed = launcher.status != 0;
  if (kind_.link == Link::Mpi || (kind_.link == Link::NotElf && hasFailed)) return;
  throw usageError("{} is not an MPI program: it loads no MPI library and made no MPI call", name_);
}

int RunTarget::ranks() const { return isForeign_ ? 0 : ranks_.value_or(kDefaultRanks); }

}  // namespace lockstep::cli
