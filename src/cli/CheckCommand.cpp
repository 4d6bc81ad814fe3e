// lockstep check: the static rules on sources, or on all that a compile_commands.json lists. Nothing is executed.
#include <fstream>
#include <optional>
#include <sstream>

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <nlohmann/json.hpp>

#include "cli/Command.h"
#include "cli/Compile.h"
#include "cli/Deliver.h"
#include "cli/TemporaryDirectory.h"
#include "report/Fold.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::string_view kExamples = R"(Examples:
  lockstep check main.c solver.c             look at two sources
  lockstep check main.c -- -DN=8 -Iinclude   the same with compiler flags
  lockstep check -p build                    all that build/compile_commands.json compiles)";

/// One entry of compile_commands.json.
struct BuildEntry {
  fs::path directory;
  std::string file;
  Words words;
};

Words splitCommand(const std::string &command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 32> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

std::vector<BuildEntry> readBuild(const fs::path &build) {
  const fs::path file = fs::is_directory(build) ? build / "compile_commands.json" : build;
  std::ifstream stream(file);
  if (!stream) throw usageError("cannot read {}", file.string());
  std::vector<BuildEntry> entries;
  try {
    for (const nlohmann::json &item : nlohmann::json::parse(stream)) {
      BuildEntry entry{.directory = item.at("directory").get<std::string>(), .file = item.at("file"), .words = {}};
      entry.words = item.contains("arguments") ? item.at("arguments").get<Words>()
                                               : splitCommand(item.at("command").get<std::string>());
      entries.push_back(std::move(entry));
    }
  } catch (const nlohmann::json::exception &error) {
    throw usageError("{} is no list of compile commands: {}", file.string(), error.what());
  }
  return entries;
}

/// The folder that a word names for module files; nothing for any other word.
std::optional<std::string> moduleFolder(const Words &words, std::size_t &at) {
  const std::string &word = words[at];
  if (word == "-J" || word == "-module-dir") return ++at < words.size() ? words[at] : std::string(".");
  if (word.starts_with("-J")) return word.substr(2);
  return std::nullopt;
}

/// The entry's own flags, without its compiler, its output and what writes dependency files beside it. Module files are
/// written elsewhere, and still found where the build has put them.
Words ownFlags(const BuildEntry &entry) {
  Words flags;
  for (std::size_t i = 1; i < entry.words.size(); ++i) {
    const std::string &word = entry.words[i];
    if (const auto folder = moduleFolder(entry.words, i)) {
      flags.push_back("-I" + *folder);
      continue;
    }
    const bool hasValue = word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ";
    if (hasValue) ++i;
    if (hasValue || word == "-MD" || word == "-MMD" || word == "-MP" || word.starts_with("-fallow-")) continue;
    flags.push_back(word);
  }
  return flags;
}

class CheckCommand : public Command {
 public:
  CheckCommand()
      : Command("check", "look for errors in sources without running anything", kExamples, Tail::AfterDashes) {}

  void define(CLI::App &app) override {
    app.add_option("SOURCE", sources_, "C, C++ or Fortran sources");
    app.add_option("-p", build_, "folder with a compile_commands.json")->excludes("SOURCE");
    app.add_option("--mpi", mpi_, "mpich or openmpi; default: the first found");
  }

  int run(const Invocation &invocation) override;

 private:
  std::optional<MpiFlavor> wantedFlavor() const;
  void checkSource(const std::string &source, const Words &flags, const fs::path &modules);
  bool tryEntry(const BuildEntry &entry, const Words &flags, const fs::path &modules);
  void checkEntry(const BuildEntry &entry, const Words &flags, const fs::path &modules);
  void take(Compiled compiled, const std::string &source);

  Words sources_;
  std::string build_;
  std::string mpi_;
  report::Document document_;
};

int CheckCommand::run(const Invocation &invocation) {
  if (sources_.empty() && build_.empty()) throw usageError("nothing to check (see `lockstep check --help`)");
  const TemporaryDirectory modules(fs::temp_directory_path());
  document_ = {};
  document_.command = "check";
  document_.program = build_.empty() ? fmt::format("{}", fmt::join(sources_, " ")) : build_;

  for (const std::string &source : sources_) checkSource(source, invocation.tail, modules.path());
  bool hasFailed = false;
  if (!build_.empty())
    for (const BuildEntry &entry : readBuild(build_)) hasFailed |= !tryEntry(entry, invocation.tail, modules.path());

  document_.findings = report::fold(std::move(document_.findings));
  return deliver(document_, invocation.common, hasFailed ? kUsage : kSuccess);
}

std::optional<MpiFlavor> CheckCommand::wantedFlavor() const {
  if (mpi_.empty()) return std::nullopt;
  const std::optional<MpiFlavor> flavor = findMpiFlavor(mpi_);
  if (!flavor) throw usageError("unknown MPI '{}': mpich or openmpi", mpi_);
  return flavor;
}

void CheckCommand::checkSource(const std::string &source, const Words &flags, const fs::path &modules) {
  if (!fs::exists(source)) throw usageError("no such file: {}", source);
  const std::optional<Language> language = languageOf(source);
  if (!language) throw usageError("{} is no source of a known kind (.c, .cpp, .f90, ...)", source);
  const MpiFlavor flavor = chooseCompilerFlavor(wantedFlavor(), *language);
  take(compile(flavor, {.source = source, .output = {}, .flags = flags, .moduleDirectory = modules}), source);
}

/// One file that does not compile does not keep the others from being checked.
bool CheckCommand::tryEntry(const BuildEntry &entry, const Words &flags, const fs::path &modules) try {
  checkEntry(entry, flags, modules);
  return true;
} catch (const Failure &failure) {
  fmt::print(stderr, "lockstep: error: {}\n", failure.what());
  document_.coverage.notCompiled.push_back(entry.file);
  return false;
}

void CheckCommand::checkEntry(const BuildEntry &entry, const Words &flags, const fs::path &modules) {
  const std::optional<Language> language = languageOf(entry.file);
  if (!language) return;  // assembler and the like
  const MpiFlavor flavor = chooseCompilerFlavor(wantedFlavor(), *language);
  const bool byMpifort =
      *language == Language::Fortran && !unreadableByFlang(entry.directory / entry.file, flavor).empty();
  const Compiler compiler = compilerFor(flavor, *language, byMpifort);

  Words words = compiler.words;
  for (const Words &more : {ownFlags(entry), compiler.compileFlags, flags})
    words.insert(words.end(), more.begin(), more.end());
  if (*language == Language::Fortran) words.insert(words.end(), {"-J", modules.string(), "-I", modules.string()});
  if (*language != Language::Fortran) words.insert(words.end(), {"-Wno-unknown-warning-option", "-Qunused-arguments"});
  words.insert(words.end(), {"-g", "-o", "/dev/null"});
  take(runCompiler(words, entry.directory, entry.file), entry.file);
}

void CheckCommand::take(Compiled compiled, const std::string &source) {
  std::ranges::move(compiled.findings, std::back_inserter(document_.findings));
  report::Coverage &coverage = document_.coverage;
  coverage.calls += compiled.calls;
  if (!compiled.seenByRules) {
    coverage.notSeenByRules.push_back(source);
    return;
  }
  ++coverage.sources;
  coverage.rules = std::move(compiled.rules);
  coverage.reach = std::move(compiled.reach);
}

CheckCommand checkCommand;

}  // namespace

}  // namespace lockstep::cli
