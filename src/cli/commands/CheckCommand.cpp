// lockstep check: the static rules on sources, or on all that a compile_commands.json lists. Nothing is executed.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <nlohmann/json.hpp>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Values.h"
#include "cli/base/SplitWords.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/compile/Compile.h"
#include "cli/compile/GccDialect.h"
#include "cli/compile/ProgramCheck.h"
#include "report/formats/JsonError.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::string_view kExamples = R"(Examples:
  lockstep check main.c solver.c             look at two sources
  lockstep check main.c -- -DN=8 -Iinclude   with compiler flags; --cflags="-DN=8 -Iinclude" is the same
  lockstep check -p build                    all that build/compile_commands.json compiles)";

/// One entry of compile_commands.json.
struct BuildEntry {
  fs::path directory;
  std::string file;
  Words words;
};

std::vector<BuildEntry> readBuild(const fs::path &build) {
  std::error_code error;
  const fs::path file = fs::is_directory(build, error) ? build / "compile_commands.json" : build;
  const auto text = report::readWholeFile(file);
  if (!text) throw usageError("cannot read {}", text.error());
  std::vector<BuildEntry> entries;
  try {
    for (const nlohmann::json &item : nlohmann::json::parse(*text)) {
      BuildEntry entry{.directory = item.at("directory").get<std::string>(), .file = item.at("file"), .words = {}};
      entry.words = item.contains("arguments") ? item.at("arguments").get<Words>()
                                               : splitWords(item.at("command").get<std::string>());
      entries.push_back(std::move(entry));
    }
  } catch (const nlohmann::json::exception &wrong) {
    throw usageError("{} is not a list of compile commands: {}", file.string(),
                     report::describeJsonError(wrong, *text));
  }
  if (entries.empty()) throw usageError("{} lists no source", file.string());
  return entries;
}

/// Before anything is compiled: a typing error.
void requireSource(const std::string &source) {
  std::error_code error;
  if (!fs::exists(source, error)) throw usageError("no such file: {}", source);
  if (fs::is_directory(source, error)) throw usageError("{} is a folder, not a source", source);
  if (!isSource(source) && !isModuleFile(source))
    throw usageError("{}", describeNoSource(source));
}

/// The folder that a word names for module files; nothing for any other word.
std::optional<std::string> moduleFolder(const Words &words, std::size_t &at) {
  const std::string &word = words[at];
  if (word == "-J" || word == "-module-dir") return ++at < words.size() ? words[at] : std::string(".");
  if (word.starts_with("-J")) return word.substr(2);
  return std::nullopt;
}

/// The entry's own flags, without compiler, output and options that write dependency files. Module files are written
/// elsewhere, and still found where the build has put them.
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
      : Command("check", "find errors in sources without running them", kExamples, Tail::AfterDashes) {}

  void define(CLI::App &app) override {
    app.add_option("SOURCE", sources_, "C, C++ or Fortran sources, or LLVM bitcode");
    app.add_option("-p", build_, "folder with a compile_commands.json")->type_name("DIR");
    app.add_option("--mpi", mpi_, "mpich or openmpi (default: that of the mpicc in PATH)")
        ->type_name("NAME")
        ->check(mpiName());
    app.add_option("--initial-context", context_,
                   "serial or parallel: whether functions without a caller run in OpenMP threads")
        ->type_name("WORD")
        ->check(oneOf({"serial", "parallel"}));
    app.add_option("--cflags", cflags_, "compiler flags, like those after --")->type_name(kFlagsType);
    app.add_flag("--what-is-recorded", listsRecorded_, "list the memory whose loads and stores a run records, and why");
  }

  int run(const Invocation &invocation) override;

 private:
  std::optional<MpiFlavor> wantedFlavor() const;
  SourceUnit unitOf(const std::string &source, const Words &flags, const fs::path &modules) const;
  SourceUnit unitOf(const BuildEntry &entry, const Words &flags, const fs::path &modules) const;

  Words sources_;
  std::string build_;
  std::string mpi_;
  std::string cflags_;
  std::string context_ = "serial";
  bool listsRecorded_ = false;
};

void show(const report::Recorded &recorded, const report::ShownPath &paths) {
  std::string text;
  for (const report::RecordedMemory &memory : recorded.memory)
    text += fmt::format("{}:{}: {} is known through {} at {}:{}\n", paths(memory.file), memory.line, memory.name,
                        memory.call, paths(memory.callFile), memory.callLine);
  text += fmt::format("{} of {} variables and allocations\n", recorded.memory.size(), recorded.objects);
  std::fputs(text.c_str(), stdout);
}

int CheckCommand::run(const Invocation &invocation) {
  if (!sources_.empty() && !invocation.given.contains("-p")) build_.clear();  // of the environment
  if (sources_.empty() && build_.empty()) throw usageError("nothing to check (see `lockstep check --help`)");
  if (!sources_.empty() && !build_.empty())
    throw usageError("-p {} checks what is built there; leave out {}, or -p", build_, sources_.front());
  Words flags = splitWords(cflags_);
  flags.insert(flags.end(), invocation.tail.begin(), invocation.tail.end());
  for (const std::string &source : sources_) requireSource(source);

  const TemporaryDirectory modules(temporaryFolder());
  std::vector<SourceUnit> units;
  for (const std::string &source : sources_) units.push_back(unitOf(source, flags, modules.path()));
  if (!build_.empty())
    for (const BuildEntry &entry : readBuild(build_))
      if (languageOf(entry.file)) units.push_back(unitOf(entry, flags, modules.path()));  // not assembler and the like

  report::Document document = checkProgram(
      units, {.isQuiet = invocation.common.quiet, .initialContext = context_, .listsRecorded = listsRecorded_});
  if (document.coverage.recorded) show(*document.coverage.recorded, pathsFor(invocation.common));
  document.command = "check";
  document.program = build_.empty() ? fmt::format("{}", fmt::join(sources_, " ")) : build_;
  return deliver(document, invocation.common, document.coverage.notCompiled.empty() ? kSuccess : kUsage);
}

std::optional<MpiFlavor> CheckCommand::wantedFlavor() const {
  return mpi_.empty() ? std::nullopt : findMpiFlavor(mpi_);
}

/// As emitted by the front end, whatever the flags are: optimized-away code would not be judged.
constexpr std::array kClangFlags{
    "-c", "-g", "-O0", "-emit-llvm", "-fno-sanitize=all", "-Xclang", "-disable-llvm-passes"};

void addOutputFlags(Words &words, const Compiler &compiler, Language language, const fs::path &modules) {
  if (language != Language::Fortran) {
    words.insert(words.end(), kClangFlags.begin(), kClangFlags.end());
    std::ranges::copy(warningsInsteadOfErrors(language == Language::C), std::back_inserter(words));
    return;
  }
  words.insert(words.end(), {"-J", modules.string(), "-I", modules.string(), "-c", "-g", "-O0"});
  if (!compiler.isGnu) words.emplace_back("-emit-llvm");
}

SourceUnit CheckCommand::unitOf(const std::string &source, const Words &flags, const fs::path &modules) const {
  if (isModuleFile(source)) return {.name = source, .module = source};
  const Language language = *languageOf(source);
  const auto commandWith = [=](const Compiler &compiler) {
    Words words = compiler.words;
    for (const Words &more : {flags, compiler.compileFlags}) words.insert(words.end(), more.begin(), more.end());
    if (language != Language::Fortran) words.emplace_back("-Qunused-arguments");  // libraries among the flags
    addOutputFlags(words, compiler, language, modules);
    words.push_back(source);
    return words;
  };
  return {.name = source,
          .language = language,
          .flavor = chooseCompilerFlavor(wantedFlavor(), language),
          .commandWith = commandWith,
          .moduleFolder = modules};
}

SourceUnit CheckCommand::unitOf(const BuildEntry &entry, const Words &flags, const fs::path &modules) const {
  const Language language = *languageOf(entry.file);
  const auto commandWith = [=](const Compiler &compiler) {
    Words words = compiler.words;
    for (const Words &more : {ownFlags(entry), compiler.compileFlags, flags})
      words.insert(words.end(), more.begin(), more.end());
    if (language != Language::Fortran) words.emplace_back("-Qunused-arguments");
    addOutputFlags(words, compiler, language, modules);
    return words;
  };
  return {.name = entry.file,
          .directory = entry.directory,
          .language = language,
          .flavor = chooseCompilerFlavor(wantedFlavor(), language),
          .commandWith = commandWith,
          .moduleFolder = modules};
}

CheckCommand checkCommand;

}  // namespace

}  // namespace lockstep::cli
