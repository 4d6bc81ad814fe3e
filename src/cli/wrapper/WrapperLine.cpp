#include "cli/wrapper/WrapperLine.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/Command.h"

namespace lockstep::cli {

namespace {

using Words = std::vector<std::string>;

constexpr int kDeepestResponseFile = 16;

/// Options of gcc, clang, gfortran and flang whose value is the next word.
constexpr std::array<std::string_view, 43> kWithValue{
    "-o",        "-x",       "-I",           "-L",      "-D",          "-U",       "-l",           "-J",
    "-T",        "-u",       "-z",           "-e",      "-B",          "-A",       "-F",           "-G",
    "-include",  "-imacros", "-isystem",     "-iquote", "-idirafter",  "-iprefix", "-iwithprefix", "-isysroot",
    "-MF",       "-MT",      "-MQ",          "-MJ",     "-Xlinker",    "-Xclang",  "-Xassembler",  "-Xpreprocessor",
    "-Xflang",   "-mllvm",   "-arch",        "-target", "-module-dir", "--param",  "-aux-info",    "-wrapper",
    "-dumpbase", "-dumpdir", "-include-pch",
};

/// Options that make the compiler print information about itself and stop.
constexpr std::array<std::string_view, 9> kQuestions{"--version",    "-dumpversion", "-dumpfullversion",
                                                     "-dumpmachine", "-dumpspecs",   "--help",
                                                     "-help",        "-V",           "-qversion"};

/// Queries to an MPI's own wrapper, as build systems make them.
constexpr std::array<std::string_view, 6> kMpiQuestions{"-show",         "-compile_info", "-link_info",
                                                        "-compile-info", "-link-info",    "-showme"};

constexpr std::string_view kIgnoreList = "-flockstep-ignorelist=";
constexpr std::string_view kFailing = "-Werror=lockstep";
constexpr std::string_view kFailingOn = "-Werror=lockstep=";

template <std::size_t size>
bool isOneOf(std::string_view word, const std::array<std::string_view, size> &words) {
  return std::ranges::find(words, word) != words.end();
}

bool takesValue(std::string_view word) { return isOneOf(word, kWithValue); }

bool isOwn(std::string_view word) {
  return word == "--mpi" || word.starts_with("--mpi=") || word.starts_with("--compiler=") || word == "-Wlockstep" ||
         word == "-Wno-lockstep" || word == kFailing || word.starts_with(kFailingOn) || word == "-Wno-error=lockstep" ||
         word == "-flockstep" || word == "-fno-lockstep" || word.starts_with(kIgnoreList);
}

/// The words of a response file by the rules of gcc: blanks part them, quotes and backslashes keep them together.
Words splitResponse(std::istream &stream) {
  Words words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (char c = 0; stream.get(c);) {
    const bool isBlank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (isBlank && !quote) {
      if (inWord) words.push_back(std::exchange(word, {}));
      inWord = false;
      continue;
    }
    inWord = true;
    if (c == '\\') {
      if (stream.get(c)) word += c;
    } else if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      word += c;
    }
  }
  if (inWord) words.push_back(word);
  return words;
}

/// A response file that cannot be read is left to the compiler, which takes the argument as a file name.
Words opened(const Words &words, int depth = 0) {
  Words result;
  for (const std::string &word : words) {
    const std::string name = word.starts_with('@') ? word.substr(1) : std::string();
    std::error_code error;
    std::ifstream file;
    if (std::filesystem::is_regular_file(name, error)) file.open(name);  // a pipe can be read only once
    if (!file.is_open() || depth == kDeepestResponseFile) {
      result.push_back(word);
      continue;
    }
    std::ranges::move(opened(splitResponse(file), depth + 1), std::back_inserter(result));
  }
  return result;
}

/// Response files are passed unread unless one contains a Lockstep option.
Words openedWhereNeeded(const Words &given) {
  Words result;
  for (const std::string &word : given) {
    Words inside = opened({word});
    if (std::ranges::none_of(inside, isOwn)) inside = {word};
    std::ranges::move(inside, std::back_inserter(result));
  }
  return result;
}

std::optional<Language> languageNamed(std::string_view name) {
  if (name.starts_with("c++") || name == "cxx") return Language::Cxx;
  if (name.starts_with("f77") || name.starts_with("f95") || name.starts_with("fortran")) return Language::Fortran;
  return name == "c" || name == "cpp-output" ? std::optional(Language::C) : std::nullopt;
}

bool endsWithAny(std::string_view file, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return file.ends_with(ending); });
}

bool isHeaderFile(std::string_view file) { return endsWithAny(file, {".h", ".hh", ".hpp", ".hxx", ".H"}); }

/// Assembler with a preprocessor includes headers too, but gives no code for the rules.
bool includesHeaders(std::string_view file) { return endsWithAny(file, {".S", ".sx", ".inc"}); }

WrapperInput inputOf(const std::string &word, const std::string &forcedLanguage) {
  WrapperInput input{.word = word, .language = {}, .isPreprocessed = false};
  const bool isForced = !forcedLanguage.empty() && forcedLanguage != "none";
  input.isHeader = isForced ? forcedLanguage.ends_with("-header") : isHeaderFile(word);
  if (input.isHeader) {
    input.isPreprocessed = true;
    return input;
  }
  input.language = isForced ? languageNamed(forcedLanguage) : languageOf(word);
  input.isPreprocessed = input.language || isForced || includesHeaders(word);
  return input;
}

Stage stageOf(std::string_view word) {
  if (isOneOf(word, kQuestions) || word.starts_with("-print-") || word.starts_with("--print-") ||
      word.starts_with("--help="))
    return Stage::Asked;
  if (word == "-E" || word == "-M" || word == "-MM" || word == "--preprocess") return Stage::Preprocess;
  if (word == "-fsyntax-only" || word == "--analyze") return Stage::Syntax;
  if (word == "-c" || word == "-S" || word == "-emit-ast" || word == "--compile" || word == "--assemble")
    return Stage::Object;
  return Stage::Link;
}

report::Severity severityOf(const std::string &word) {
  if (word == "error") return report::Severity::Error;
  if (word == "warning") return report::Severity::Warning;
  throw usageError("{}{}: error or warning", kFailingOn, word);
}

/// Takes out Lockstep's own words.
Words takeOwn(WrapperLine &line, const Words &words) {
  Words others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (takesValue(word) && i + 1 < words.size()) {
      others.insert(others.end(), {word, words[++i]});
    } else if (word == "--mpi") {
      if (i + 1 == words.size()) throw usageError("--mpi needs a name: mpich or openmpi");
      line.mpi = words[++i];
    } else if (word.starts_with("--mpi=")) {
      line.mpi = word.substr(6);
    } else if (word.starts_with("--compiler=")) {
      line.compiler = word.substr(11);
    } else if (word == "-Wlockstep" || word == "-Wno-lockstep") {
      line.rules = word == "-Wlockstep";
    } else if (word == kFailing || word == "-Wno-error=lockstep") {
      line.failsOn = word == kFailing ? std::optional(report::Severity::Error) : std::nullopt;
    } else if (word.starts_with(kFailingOn)) {
      line.failsOn = severityOf(word.substr(kFailingOn.size()));
    } else if (word == "-flockstep" || word == "-fno-lockstep") {
      line.instruments = word == "-flockstep";
    } else if (word.starts_with(kIgnoreList)) {
      line.blockList = word.substr(kIgnoreList.size());
    } else {
      others.push_back(word);
    }
  }
  return others;
}

void look(WrapperLine &line) {
  std::string forcedLanguage;
  bool onlyInputs = false;  // after "--"
  for (std::size_t i = 0; i < line.seen.size(); ++i) {
    const std::string &word = line.seen[i];
    if (onlyInputs || word == "-" || !word.starts_with('-')) {
      line.inputs.push_back(inputOf(word, forcedLanguage));
      continue;
    }
    line.stage = std::min(line.stage, stageOf(word));
    if (word == "--") onlyInputs = true;
    if (word == "-v") line.isVerbose = true;
    if (word == "-r") line.isRelocatable = true;
    if (isOneOf(word, kMpiQuestions) || word.starts_with("-showme:") || word.starts_with("--showme"))
      line.asksMpi = true;
    if (word.starts_with("-l")) line.inputs.push_back({.word = word, .language = {}, .isPreprocessed = false});
    if (word.starts_with("-x") && word.size() > 2) forcedLanguage = word.substr(2);
    if (!takesValue(word) || i + 1 == line.seen.size()) continue;
    ++i;
    if (word == "-x") forcedLanguage = line.seen[i];
  }
  line.isLanguageForced = !forcedLanguage.empty() && forcedLanguage != "none";
  if (std::ranges::all_of(line.inputs, &WrapperInput::isHeader)) line.stage = std::min(line.stage, Stage::Object);
  if (line.inputs.empty()) line.stage = Stage::Asked;
}

}  // namespace

WrapperLine readLine(const Words &given) {
  WrapperLine line;
  line.passed = takeOwn(line, openedWhereNeeded(given));
  line.seen = opened(line.passed);
  look(line);
  return line;
}

Words meaningOf(const WrapperLine &line) {
  static constexpr std::array<std::string_view, 8> kSeparate{"-I",       "-D",       "-U",      "-include",
                                                             "-imacros", "-isystem", "-iquote", "-idirafter"};
  static constexpr std::array<std::string_view, 18> kJoined{
      "-I",   "-D",    "-U",        "-include", "-isystem", "-iquote",     "-std=",        "-fopenmp",   "-m32",
      "-m64", "-ansi", "-nostdinc", "-pthread", "-cpp",     "-ffree-form", "-ffixed-form", "-fdefault-", "-march="};
  Words words;
  for (std::size_t i = 0; i < line.seen.size(); ++i) {
    const std::string &word = line.seen[i];
    const bool hasValue = takesValue(word) && i + 1 < line.seen.size();
    const std::string value = hasValue ? line.seen[++i] : std::string();
    if (word == "-J" || word == "-module-dir") {
      words.push_back("-I" + value);
    } else if (hasValue && isOneOf(word, kSeparate)) {
      words.insert(words.end(), {word, value});
    } else if (!hasValue &&
               std::ranges::any_of(kJoined, [&](std::string_view start) { return word.starts_with(start); })) {
      words.push_back(word);
    } else if (word.starts_with("-J")) {
      words.push_back("-I" + word.substr(2));
    }
  }
  return words;
}

}  // namespace lockstep::cli
