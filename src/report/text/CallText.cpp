#include "report/text/CallText.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "mpi/Routine.h"
#include "report/text/Trim.h"

namespace lockstep::report {

namespace {

constexpr unsigned kMostLines = 12;   // per call
constexpr std::size_t kLongest = 40;  // too long for a help text
constexpr char kNotPlain = '\x01';    // replaces a preprocessor line

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool isWordLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool isSameLetter(char a, char b) { return lower(a) == lower(b); }

std::string withSingleBlanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (!isBlank(c) || (!result.empty() && result.back() != ' ')) result += isBlank(c) ? ' ' : c;
  return std::string(trimmed(result));
}

enum class Form : std::uint8_t { C, FreeFortran, FixedFortran };

Form formOf(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  std::string ending(dot == std::string_view::npos ? std::string_view() : file.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(), lower);
  for (const char *fixed : {"f", "for", "ftn", "f77"})
    if (ending == fixed) return Form::FixedFortran;
  for (const char *free : {"f90", "f95", "f03", "f08", "f18", "f23"})
    if (ending == free) return Form::FreeFortran;
  return Form::C;
}

/// Consecutive source lines with comments and the contents of strings blanked. Columns are preserved.
class Code {
 public:
  Code(SourceText &source, const Site &site) : form_(formOf(site.file)) {
    const unsigned first = site.line > kMostLines ? site.line - kMostLines : 1;
    for (unsigned number = first; number <= site.line + kMostLines; ++number) {
      const auto line = source.line(site.file, number);
      if (!line) break;
      if (number == site.line) here_ = begins_.size();
      add(std::string(*line));
    }
    begins_.push_back(text_.size());
  }

  bool hasSite() const { return here_ + 1 < begins_.size(); }
  bool isFortran() const { return form_ != Form::C; }
  std::string_view text() const { return text_; }
  std::size_t beginOfSite() const { return begins_[here_]; }
  std::size_t endOfSite() const { return begins_[here_ + 1]; }

  /// Whether the statement at the site continues up to `place`.
  bool reachesTo(std::size_t place) const {
    for (std::size_t line = here_; begins_[line + 1] <= place; ++line)
      if (!isContinued_[line]) return false;
    return true;
  }

 private:
  void add(std::string line) {
    const std::string_view code = trimmed(line);
    if (code.starts_with('#') && !isInComment_) line.assign(1, kNotPlain);
    if (form_ == Form::FixedFortran) blankFixedForm(line);
    blankCommentsAndStrings(line);
    isContinued_.push_back(isFortran() ? blankContinuation(line) : endsOpen(line));
    begins_.push_back(text_.size());
    text_ += line + '\n';
  }

  /// In fixed form, a line is continued by the next one if that has a mark in its sixth column.
  void blankFixedForm(std::string &line) {
    constexpr std::size_t kMark = 5;
    if (line.empty() || line[0] == kNotPlain) return;
    if (std::string_view("cC*").find(line[0]) != std::string_view::npos) line.clear();
    const bool isContinuation =
        line.size() > kMark && !isBlank(line[kMark]) && line[kMark] != '0' && trimmed(line.substr(0, kMark)).empty();
    if (!isContinuation) return;
    line[kMark] = ' ';
    if (!isContinued_.empty()) isContinued_.back() = true;
  }

  void blankCommentsAndStrings(std::string &line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string_view rest = std::string_view(line).substr(i);
      const char c = line[i];
      if (isInComment_) {
        isInComment_ = !rest.starts_with("*/");
        line.replace(i, isInComment_ ? 1 : 2, isInComment_ ? " " : "  ");
      } else if (quote != 0) {
        if (c == '\\' && form_ == Form::C && i + 1 < line.size()) line[i++] = 's';
        if (c == quote)
          quote = 0;
        else
          line[i] = 's';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (form_ == Form::C && rest.starts_with("/*")) {
        isInComment_ = true;
        line.replace(i, 2, "  ");
        ++i;
      } else if (rest.starts_with(form_ == Form::C ? "//" : "!")) {
        line.resize(i);
      }
    }
  }

  static bool blankContinuation(std::string &line) {
    const auto isMark = [](char c) { return c == '&'; };
    const bool isContinued = trimmed(line).ends_with('&');
    std::ranges::replace_if(line, isMark, ' ');
    return isContinued;
  }

  /// An assignment or a list that continues on the next line.
  static bool endsOpen(const std::string &line) {
    const std::string_view code = trimmed(line);
    return code.ends_with('=') || code.ends_with('(') || code.ends_with(',');
  }

  Form form_;
  bool isInComment_ = false;
  std::string text_;
  std::vector<std::size_t> begins_;  // of each line, then the end of the last
  std::vector<bool> isContinued_;    // by line
  std::size_t here_ = static_cast<std::size_t>(-2);
};

struct CallAt {
  std::size_t name = 0;
  std::size_t end = 0;  // after the closing bracket
  std::vector<std::string> arguments;
};

/// The argument list that begins at `at`; nothing if it is not closed.
std::optional<CallAt> readList(std::string_view text, std::size_t at) {
  CallAt call;
  std::string current;
  int depth = 0;
  for (; at < text.size() && text[at] != kNotPlain; ++at) {
    const char c = text[at];
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && c != '(') {
      call.arguments.push_back(withSingleBlanks(current));
      call.end = at + 1;
      return call;
    }
    if (c == ',' && depth == 1)
      call.arguments.push_back(withSingleBlanks(std::exchange(current, {})));
    else if (depth > 0)
      current += c;
    if (c == '(' || c == '[' || c == '{') ++depth;
  }
  return std::nullopt;
}

/// Every call by this name that the statement at the site may be.
std::vector<CallAt> callsIn(const Code &code, std::string_view name) {
  std::vector<CallAt> calls;
  const std::string_view text = code.text();
  const auto isSame = [&](char a, char b) { return code.isFortran() ? isSameLetter(a, b) : a == b; };
  for (auto from = text.begin(); from != text.end(); ++from) {
    from = std::search(from, text.end(), name.begin(), name.end(), isSame);
    if (from == text.end()) break;
    const auto at = static_cast<std::size_t>(from - text.begin());
    const std::size_t list = text.find_first_not_of(" \t\n", at + name.size());
    const bool isCall = (at == 0 || !isWordLetter(text[at - 1])) && list != std::string_view::npos && text[list] == '(';
    auto call = isCall ? readList(text, list) : std::nullopt;
    if (!call) continue;
    call->name = at;
    const bool isHere = at < code.endOfSite() ? call->end > code.beginOfSite() : code.reachesTo(at);
    if (isHere) calls.push_back(std::move(*call));
  }
  return calls;
}

/// The call at the column of the site; else the only one, or any if all are equal.
std::optional<CallAt> callAt(const Code &code, const Site &site, std::string_view name) {
  std::vector<CallAt> calls = callsIn(code, name);
  if (calls.empty()) return std::nullopt;
  for (CallAt &call : calls)
    if (site.column != 0 && call.name == code.beginOfSite() + site.column - 1) return std::move(call);
  const bool areAlike =
      std::ranges::all_of(calls, [&](const CallAt &call) { return call.arguments == calls.front().arguments; });
  return areAlike ? std::optional(std::move(calls.front())) : std::nullopt;
}

/// Whether the text contains `name = value`, which is not a comparison.
bool hasAssignment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool isComparison = (i > 0 && std::string_view("=<>!/").find(text[i - 1]) != std::string_view::npos) ||
                              (i + 1 < text.size() && text[i + 1] == '=');
    if (!isComparison) return true;
  }
  return false;
}

/// Whether the argument can be repeated in a help text: it is short and has no side effects.
bool isPlain(std::string_view argument) {
  const auto has = [&](std::string_view part) { return argument.find(part) != std::string_view::npos; };
  return !argument.empty() && argument.size() <= kLongest && !has("\"") && !has("'") && !has("++") && !has("--") &&
         !has("{") && !hasAssignment(argument);
}

/// `MPI_Win_flush(owner, win)`; nothing if an argument is not plain.
std::optional<std::string> callText(const Help::CallAsAtSite &call, const std::vector<std::string> &atSite) {
  std::string list;
  for (const auto &argument : call.arguments) {
    const auto *index = std::get_if<std::size_t>(&argument);
    if (index != nullptr && (*index >= atSite.size() || !isPlain(atSite[*index]))) return std::nullopt;
    list += (list.empty() ? "" : ", ") + (index != nullptr ? atSite[*index] : std::get<std::string>(argument));
  }
  return fmt::format("{}({})", call.routine, list);
}

}  // namespace

std::optional<std::vector<std::string>> argumentsOf(SourceText &source, const Site &site) {
  const auto routine = mpi::findRoutine(site.call);
  if (!routine || site.line == 0) return std::nullopt;
  const Code code(source, site);
  if (!code.hasSite()) return std::nullopt;
  const mpi::RoutineInfo &info = mpi::info(*routine);
  auto call = callAt(code, site, code.isFortran() ? mpi::info(info.base).name : info.name);
  if (!call) return std::nullopt;
  const bool hasStatusCode = code.isFortran() && call->arguments.size() == info.arity + std::size_t{1};
  if (call->arguments.size() != info.arity && !hasStatusCode) return std::nullopt;
  if (code.isFortran() && std::ranges::any_of(call->arguments, hasAssignment)) return std::nullopt;  // keywords
  return std::move(call->arguments);
}

void settleHelp(Finding &finding, SourceText &source) {
  const std::vector<Site> &sites = finding.sites;
  for (Help::Piece &piece : finding.help.pieces()) {
    if (const auto *at = std::get_if<Help::AtSite>(&piece)) {
      piece = at->site < sites.size() ? Help::Place{sites[at->site].file, sites[at->site].line} : Help::Place{};
    } else if (const auto *call = std::get_if<Help::CallAsAtSite>(&piece)) {
      const auto arguments = call->site < sites.size() ? argumentsOf(source, sites[call->site]) : std::nullopt;
      const auto text = arguments ? callText(*call, *arguments) : std::nullopt;
      piece = text.value_or(call->otherwise);
    }
  }
}

}  // namespace lockstep::report
