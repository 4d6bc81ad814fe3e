#include "cli/compile/Compile.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "PluginOptionNames.h"
#include "cli/Command.h"
#include "cli/base/Installation.h"
#include "cli/base/Process.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/compile/CompilerRun.h"
#include "cli/compile/FortranModules.h"
#include "cli/compile/Instrumentation.h"
#include "cli/compile/RememberedOutput.h"
#include "cli/compile/StaleModules.h"
#include "report/formats/JsonWriter.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

struct LanguageTools {
  Language language;
  std::array<const char *, 2> compilers;  // the version's own name first
  const char *wrapper;
  std::string_view name;
};

constexpr std::array kTools{
    LanguageTools{Language::C, {"clang-19", "clang"}, "mpicc", "C"},
    LanguageTools{Language::Cxx, {"clang++-19", "clang++"}, "mpicxx", "C++"},
    LanguageTools{Language::Fortran, {"flang-new-19", "flang-new"}, "mpifort", "Fortran"},
};

const LanguageTools &toolsOf(Language language) {
  return *std::ranges::find(kTools, language, &LanguageTools::language);
}

fs::path requireCompiler(Language language) {
  if (fs::path found = findCompiler(language); !found.empty()) return found;
  const LanguageTools &tools = toolsOf(language);
  throw usageError("no compiler for {} found: {} is not installed", tools.name, tools.compilers.front());
}

/// Whether a plain `mpicc` belongs to this MPI: only Open MPI's wrappers know --showme.
bool belongsTo(const fs::path &wrapper, MpiFlavor flavor) {
  const std::optional<std::string> version = rememberedOutputOf(wrapper, "--showme:version");
  const bool isOpenMpi = version && version->find("Open MPI") != std::string::npos;
  return isOpenMpi == (flavor == MpiFlavor::OpenMpi);
}

/// Debian's names contain the MPI (mpicc.mpich); elsewhere the wrapper must be queried.
fs::path findWrapper(MpiFlavor flavor, Language language) {
  const std::string plain = toolsOf(language).wrapper;
  if (fs::path own = findProgram(plain + "." + std::string(name(flavor))); !own.empty()) return own;
  const fs::path wrapper = findProgram(plain);
  return !wrapper.empty() && belongsTo(wrapper, flavor) ? wrapper : fs::path();
}

bool startsWithAny(std::string_view word, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return word.starts_with(prefix); });
}

/// Parses the output of `mpicc -show`. Only headers and libraries are kept: other options are for the compiler that the
/// MPI was built with.
MpiFlags parseFlags(const fs::path &wrapper, const std::string &shown) {
  MpiFlags flags{.wrapper = wrapper, .compile = {}, .link = {}};
  std::istringstream words(shown);
  std::string word;
  words >> word;  // the compiler
  while (words >> word) {
    if (startsWithAny(word, {"-I", "-D", "-pthread"})) flags.compile.push_back(word);
    if (startsWithAny(word, {"-L", "-l", "-Wl,", "-pthread", "/"})) flags.link.push_back(word);
  }
  return flags;
}

std::optional<MpiFlags> askForFlags(MpiFlavor flavor, Language language) {
  const fs::path wrapper = findWrapper(flavor, language);
  if (wrapper.empty()) return std::nullopt;
  const std::optional<std::string> shown = rememberedOutputOf(wrapper, "-show");
  if (!shown) return std::nullopt;
  return parseFlags(wrapper, *shown);
}

MpiFlags requireFlags(MpiFlavor flavor, Language language) {
  if (std::optional<MpiFlags> flags = findMpiFlags(flavor, language)) return *flags;
  throw usageError("{} of {} is not installed", toolsOf(language).wrapper, name(flavor));
}

fs::path requirePlugin() {
  const fs::path plugin = libraryDirectory() / "liblockstep-passes.so";
  std::error_code error;
  if (!fs::exists(plugin, error)) throw internalError("the compiler plugin {} is missing", plugin.string());
  return plugin;
}

/// clang is also given the file as a front-end plugin: only then ccache knows that the result depends on it, and only
/// then the plugin's options are known when the command line is parsed. flang's equivalent is -load, which autoconf
/// mistakes for a library when it reads the output of -v.
Words pluginFlags(Language language) {
  const std::string plugin = requirePlugin().string();
  if (language == Language::Fortran) return {"-fpass-plugin=" + plugin};
  return {"-fplugin=" + plugin, "-fpass-plugin=" + plugin};
}

void append(Words &words, const Words &more) { words.insert(words.end(), more.begin(), more.end()); }

/// An archive provides only what the files before it need.
bool isLibrary(std::string_view word) {
  if (startsWithAny(word, {"-l", "-Wl,"})) return true;
  return !word.starts_with('-') &&
         (word.ends_with(".a") || word.ends_with(".so") || word.find(".so.") != std::string_view::npos);
}

/// Whether the program consists of the one source; an argument that is no flag may be another part.
bool isWhole(const Compilation &compilation) {
  const auto isFlag = [](const std::string &word) { return word.starts_with('-'); };
  return std::ranges::all_of(compilation.flags, isFlag) && linksOnlyItself(compilation.flags);
}

Words commandFor(const Compiler &compiler, const Compilation &compilation, Language language, const fs::path &modules) {
  Words words = compiler.words;
  append(words, {"-O0", "-g"});
  const Instrumentation instrumentation = instrumentationFor(language, compiler.isGnu);
  if (!compilation.output.empty()) append(words, instrumentation.compile);
  if (!compilation.output.empty() && !compiler.isGnu && isWhole(compilation))
    append(words, wholeProgramFlags(language));
  std::ranges::copy_if(compilation.flags, std::back_inserter(words), [](const auto &word) { return !isLibrary(word); });
  append(words, compiler.compileFlags);
  if (language == Language::Fortran) append(words, {"-J", modules.string(), "-I", modules.string()});
  if (!compilation.includedFrom.empty()) append(words, {"-I", compilation.includedFrom.string()});
  if (compilation.output.empty()) {
    append(words, {"-c", compilation.source.string(), "-o", "/dev/null"});
    return words;
  }
  append(words, {compilation.source.string(), "-o", compilation.output.string()});
  std::ranges::copy_if(compilation.flags, std::back_inserter(words), isLibrary);
  append(words, compiler.linkFlags);
  append(words, instrumentation.link);
  return words;
}

/// A place for the plugin's output: one document per line and module.
class Reports {
 public:
  std::map<std::string, std::string> environment() const { return {{plugin::kFindings, file_.string()}}; }
  Compiled read() const;

 private:
  const TemporaryDirectory scratch_{temporaryFolder()};
  const fs::path file_ = scratch_.path() / "findings";
};

Compiled Reports::read() const {
  Compiled compiled;
  std::ifstream lines(file_);
  for (std::string line; std::getline(lines, line);) {
    auto document = report::parseDocument(line);
    if (!document) throw internalError("unreadable findings of the compiler plugin: {}", document.error());
    std::ranges::move(document->findings, std::back_inserter(compiled.findings));
    std::ranges::move(document->coverage.notCompiled, std::back_inserter(compiled.unreadable));
    std::ranges::move(document->coverage.collectivesNotJudged, std::back_inserter(compiled.collectivesNotJudged));
    std::ranges::move(document->coverage.notAllPaths, std::back_inserter(compiled.notAllPaths));
    std::ranges::move(document->coverage.notJudged, std::back_inserter(compiled.notJudged));
    if (document->coverage.rules.empty()) continue;
    compiled.calls += document->coverage.calls;
    compiled.seenByRules = true;
    if (document->coverage.recorded) compiled.recorded = std::move(document->coverage.recorded);
    compiled.rules = std::move(document->coverage.rules);
    compiled.reach = std::move(document->coverage.reach);
  }
  return compiled;
}

/// Compiler messages are stored there, too, and may be lost with it.
bool isFull(const fs::path &folder) {
  const TemporaryDirectory probe(folder);
  std::ofstream file(probe.path() / "probe");
  file << std::string(std::size_t{1} << 16, ' ') << std::flush;
  return !file;
}

/// Whose fault it is that a compiler failed: the source's, or that of a disk without room.
Failure failureOf(const std::string &source, const CompilerRun &failed) {
  const auto tells = [&](const char *reason) { return failed.errors.find(reason) != std::string::npos; };
  if (tells("No space left on device") || tells("Disk quota exceeded") || isFull(temporaryFolder()))
    return usageError("{} cannot be compiled: no room left in {}; make room, or set TMPDIR to another folder", source,
                      temporaryFolder().string());
  if (const std::string module = foreignModuleOf(failed); !module.empty())
    return usageError(
        "{} does not compile: the file of the module {} comes from another compiler; compile the source of the module "
        "as well (--cflags={}.f90)",
        source, module, module);
  if (tells("undefined reference") || tells("undefined symbol"))
    return usageError("{} does not link: name the libraries that it needs (such as --cflags=-lm)", source);
  return usageError("{} does not compile", source);
}

Compiled unseen(std::string why, const CompilerRun &byGfortran) {
  Compiled compiled;
  compiled.whyUnseen = std::move(why);
  compiled.needsOtherModule = cannotReadModule(byGfortran);
  return compiled;
}

/// Why a Fortran source goes to gfortran at once; empty where flang may try.
std::string whyNotFlang(const fs::path &source, MpiFlavor flavor, const fs::path &directory,
                        const CommandMaker &commandWith) {
  if (findCompiler(Language::Fortran).empty()) return "flang is not installed";
  const Words byFlang = commandWith(compilerFor(flavor, Language::Fortran, false, false));
  const std::string module = unreadableModule(source, byFlang, directory,
                                              [&](const fs::path &text) { return unreadableByFlang(text, flavor); });
  if (module.empty()) return {};
  return describeUnreadable(source.string(), module);
}

}  // namespace

std::string describeNoSource(const std::string &file) {
  return fmt::format("{} is not a source of a known kind (.c, .cpp, .f90, ...)", file);
}

std::optional<Language> languageOf(const fs::path &file) {
  static const std::map<std::string, Language> kEndings{
      {".c", Language::C},         {".i", Language::C},         {".cc", Language::Cxx},
      {".cp", Language::Cxx},      {".cpp", Language::Cxx},     {".cxx", Language::Cxx},
      {".c++", Language::Cxx},     {".C", Language::Cxx},       {".CPP", Language::Cxx},
      {".ii", Language::Cxx},      {".f", Language::Fortran},   {".F", Language::Fortran},
      {".for", Language::Fortran}, {".FOR", Language::Fortran}, {".fpp", Language::Fortran},
      {".FPP", Language::Fortran}, {".ftn", Language::Fortran}, {".f90", Language::Fortran},
      {".F90", Language::Fortran}, {".f95", Language::Fortran}, {".F95", Language::Fortran},
      {".f03", Language::Fortran}, {".F03", Language::Fortran}, {".f08", Language::Fortran},
      {".F08", Language::Fortran},
  };
  const auto found = kEndings.find(file.extension().string());
  return found == kEndings.end() ? std::nullopt : std::optional(found->second);
}

bool isSource(const fs::path &file) { return languageOf(file).has_value(); }

fs::path findCompiler(Language language) {
  for (const char *name : toolsOf(language).compilers)
    if (fs::path found = findProgram(name); !found.empty()) return found;
  return {};
}

std::optional<MpiFlags> findMpiFlags(MpiFlavor flavor, Language language) {
  static std::map<std::pair<MpiFlavor, Language>, std::optional<MpiFlags>> answers;
  const auto [place, isNew] = answers.try_emplace({flavor, language});
  if (isNew) place->second = askForFlags(flavor, language);
  return place->second;
}

std::vector<MpiFlavor> flavorsByPreference() {
  std::vector<MpiFlavor> flavors(kMpiFlavors.begin(), kMpiFlavors.end());
  const fs::path plain = findProgram(toolsOf(Language::C).wrapper);
  if (!plain.empty())
    std::stable_partition(flavors.begin(), flavors.end(), [&](MpiFlavor flavor) { return belongsTo(plain, flavor); });
  return flavors;
}

MpiFlavor chooseCompilerFlavor(std::optional<MpiFlavor> wanted, Language language) {
  if (wanted) {
    requireFlags(*wanted, language);
    return *wanted;
  }
  for (const MpiFlavor flavor : flavorsByPreference())
    if (findMpiFlags(flavor, language)) return flavor;
  throw usageError("no MPI for {} found: there is neither {}.mpich nor {}.openmpi nor {}", toolsOf(language).name,
                   toolsOf(language).wrapper, toolsOf(language).wrapper, toolsOf(language).wrapper);
}

Compiler compilerFor(MpiFlavor flavor, Language language, bool byMpifort, bool withPlugin) {
  MpiFlags flags = requireFlags(flavor, language);
  if (byMpifort) return {.words = {flags.wrapper.string()}, .compileFlags = {}, .linkFlags = {}, .isGnu = true};
  if (const fs::path modules = flangModules(flavor); language == Language::Fortran && !modules.empty())
    flags.compile.insert(flags.compile.begin(), "-I" + modules.string());  // before the MPI's own, which has gfortran's
  Compiler compiler{
      .words = {requireCompiler(language).string()}, .compileFlags = flags.compile, .linkFlags = flags.link};
  if (withPlugin) append(compiler.words, pluginFlags(language));
  return compiler;
}

Words failingFlags(Language language, report::Severity severity) {
  Words flags{"-mllvm", plugin::kErrorsFail};
  if (language == Language::Fortran)
    flags = {"-Xflang", "-load", "-Xflang", requirePlugin().string(), "-mllvm", plugin::kErrorsExit};
  if (severity != report::Severity::Error) append(flags, {"-mllvm", plugin::kWarningsFail});
  return flags;
}

std::optional<Compiled> tryCompiler(const Words &words) {
  const Reports reports;
  const std::optional<int> status = runProcess(words, {.environment = reports.environment(), .errors = "/dev/null"});
  if (!status || *status != 0) return std::nullopt;
  return reports.read();
}

Compiled judgeModules(const fs::path &list, const std::map<std::string, std::string> &options) {
  const Reports reports;
  std::map<std::string, std::string> environment = reports.environment();
  environment.insert(options.begin(), options.end());
  environment[plugin::kModules] = list.string();
  Words words{requireCompiler(Language::C).string()};
  append(words, pluginFlags(Language::C));
  append(words, {"-w", "-x", "ir", "/dev/null", "-emit-llvm", "-c", "-o", "/dev/null"});
  const std::optional<int> status = runProcess(words, {.environment = environment});
  if (!status) throw usageError("cannot start {}", words.front());
  if (*status != 0) throw internalError("the compiler plugin failed with status {}", *status);
  return reports.read();
}

Compiled runCompiler(const Words &words, const fs::path &directory, const std::string &source) {
  const Reports reports;
  const std::optional<int> status = runProcess(words, {.environment = reports.environment(), .directory = directory});
  if (!status) throw usageError("cannot start {}", words.front());
  if (*status != 0) throw failureOf(source, attempt(words, {.environment = {}, .directory = directory}));
  return reports.read();
}

Compiled compileFortran(MpiFlavor flavor, const fs::path &directory, const std::string &source, bool isOnlyLook,
                        const CommandMaker &commandWith, bool withPlugin) {
  const Words byMpifort = commandWith(compilerFor(flavor, Language::Fortran, true));
  if (const std::string reason = whyNotFlang(directory / source, flavor, directory, commandWith); !reason.empty()) {
    const CompilerRun byGfortran = attempt(byMpifort, {.environment = {}, .directory = directory});
    if (isOnlyLook && cannotReadModule(byGfortran)) return unseen(reason, byGfortran);
    show(byGfortran);
    if (byGfortran.status != 0) throw failureOf(source, byGfortran);
    return unseen(reason, byGfortran);
  }

  const Reports reports;
  const CompilerRun byFlang = attempt(commandWith(compilerFor(flavor, Language::Fortran, false, withPlugin)),
                                      {.environment = reports.environment(), .directory = directory});
  if (byFlang.status == 0) {
    show(byFlang);
    Compiled compiled = reports.read();
    compiled.hasMessages = !byFlang.errors.empty();
    return compiled;
  }
  const std::string refusal = fmt::format("flang refuses {} ({})", source, refusalOf(byFlang));
  const CompilerRun byGfortran = attempt(byMpifort, {.environment = {}, .directory = directory});
  if (isOnlyLook && cannotReadModule(byGfortran)) return unseen(refusal, byGfortran);
  if (byGfortran.status != 0) {
    show(refusesOption(byFlang) ? byGfortran : byFlang);
    throw failureOf(source, byFlang);
  }
  show(byGfortran);
  return unseen(refusal, byGfortran);
}

Compiled compile(MpiFlavor flavor, const Compilation &compilation) {
  const std::string name = compilation.source.string();
  const std::optional<Language> language = languageOf(compilation.source);
  if (!language) throw usageError("{}", describeNoSource(name));
  if (!std::ifstream(compilation.source) || fs::is_directory(compilation.source))
    throw usageError("cannot read {}", name);

  const TemporaryDirectory ownModules(temporaryFolder());
  const fs::path modules = compilation.moduleDirectory.empty() ? ownModules.path() : compilation.moduleDirectory;
  const bool isElsewhere = *language == Language::Fortran && hasStaleModules(compilation, fs::current_path());
  const Compilation made = isElsewhere ? fromElsewhere(compilation, fs::current_path()) : compilation;
  const auto commandWith = [&](const Compiler &compiler) { return commandFor(compiler, made, *language, modules); };
  if (*language == Language::Fortran)
    return compileFortran(flavor, isElsewhere ? ownModules.path() : fs::path(), made.source.string(),
                          made.output.empty(), commandWith);
  return runCompiler(commandWith(compilerFor(flavor, *language, false)), {}, name);
}

}  // namespace lockstep::cli
