#include "report/formats/TextWriter.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/Place.h"
#include "report/text/HelpText.h"
#include "report/text/NotJudgedText.h"
#include "report/text/Snippet.h"
#include "report/text/Wording.h"
#include "report/text/Wrap.h"

namespace lockstep::report {
namespace {

constexpr std::size_t kGutter = 5;      // digits of a line number, right-aligned
constexpr std::size_t kNamesShown = 3;  // per list in the summary line
constexpr std::string_view kBar = " | ";

class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}

  std::string paint(fmt::text_style style, std::string_view text) const {
    return color_ ? fmt::format(style, "{}", text) : std::string(text);
  }
  std::string bold(std::string_view text) const { return paint(fmt::emphasis::bold, text); }
  std::string green(std::string_view text) const {
    return paint(fmt::emphasis::bold | fmt::fg(fmt::terminal_color::green), text);
  }
  std::string severity(Severity severity) const {
    return paint(fmt::emphasis::bold | fmt::fg(colorOf(severity)), fmt::format("{}:", name(severity)));
  }

 private:
  static fmt::terminal_color colorOf(Severity severity) {
    switch (severity) {
      case Severity::Error:
        return fmt::terminal_color::red;
      case Severity::Warning:
        return fmt::terminal_color::magenta;
      case Severity::Note:
        return fmt::terminal_color::cyan;
    }
    return fmt::terminal_color::white;
  }

  bool color_;
};

class FindingWriter {
 public:
  FindingWriter(SourceText &source, const TextOptions &options)
      : source_(source), options_(options), painter_(options.color) {}

  std::string write(const Finding &finding) {
    headline(finding);
    if (!finding.sites.empty()) {
      snippetOf(finding.sites.front(), describe(finding.sites.front()));
      stackOf(finding.sites.front());
    }
    for (std::size_t i = 1; i < finding.sites.size(); ++i) note(finding.sites[i], finding.sites[i - 1]);
    if (!finding.further.empty()) prose(fmt::format("  {} {}", painter_.bold("also:"), alsoAt(finding)));
    if (finding.race) prose(fmt::format("  {} {}", painter_.bold("where:"), describe(*finding.race)));
    if (const std::string_view verdict = verdictOfRun(finding); !verdict.empty())
      prose(fmt::format("  {} {}", painter_.bold("run:"), verdict));
    if (!finding.help.empty()) prose(fmt::format("  {} {}", painter_.green("help:"), helpText(finding)));
    line("");
    return std::move(text_);
  }

 private:
  void line(std::string_view text) {
    text_ += text;
    text_ += '\n';
  }

  /// A line that may be wrapped.
  void prose(std::string_view text) { line(wrap(text, options_.width)); }

  std::string place(const Site &site) const {
    const std::string place = options_.paths(placeName(site));
    return place.empty() ? "lockstep" : location(place, site.line, site.column);
  }

  /// "at a.c:12, a.c:14 and 5 more places"
  std::string alsoAt(const Finding &finding) const {
    const std::size_t shown = options_.verbose ? finding.further.size() : std::min(finding.further.size(), kNamesShown);
    std::vector<const Site *> sites;  // places in the program's own code first
    for (const bool isOfHeaders : {false, true})
      for (const Site &site : finding.further)
        if (isOfSystem(site.file) == isOfHeaders) sites.push_back(&site);
    std::string text = "at ";
    for (std::size_t i = 0; i < shown; ++i)
      text += (i == 0 ? "" : ", ") + place(*sites[i]) + fmt::format(" ({})", sites[i]->call);
    if (const std::size_t rest = finding.further.size() - shown; rest > 0)
      text += fmt::format(" and {} more place{}", rest, rest == 1 ? "" : "s");
    return text;
  }

  void headline(const Finding &finding) {
    const Site first = finding.sites.empty() ? Site{} : finding.sites.front();
    prose(fmt::format("{} {} {} [{}]", painter_.bold(place(first) + ':'), painter_.severity(finding.severity),
                      painter_.bold(fullMessage(finding)), info(finding.rule).id));
  }

  /// Does not repeat the source line and the callers if both sites are the same call.
  void note(const Site &site, const Site &before) {
    prose(fmt::format("{} {} {}", painter_.bold(place(site) + ':'), painter_.severity(Severity::Note), describe(site)));
    const bool isAtSame = site.role != SiteRole::Access && isSamePlaceOfCall(site, before) && site.line != 0 &&
                          std::ranges::equal(site.stack, before.stack, &Frame::isSameAs);
    if (isAtSame) return;
    snippetOf(site, "");
    stackOf(site);
  }

  /// The source line with a caret and the remark; only the remark if there is no source.
  void snippetOf(const Site &site, const std::string &remark) {
    const std::optional<std::string_view> sourceLine = source_.line(site.file, site.line);
    if (!sourceLine) {
      if (!remark.empty()) line(fmt::format("{:>{}}{}{}", "", kGutter, kBar, remark));
      return;
    }
    const std::size_t margin = kGutter + kBar.size();
    const std::size_t room = options_.width == 0 ? 0 : options_.width - std::min(options_.width - 1, margin);
    const Snippet shown = snippet(*sourceLine, site.column, room);
    line(fmt::format("{:>{}}{}{}", site.line, kGutter, kBar, shown.text));
    const std::string caret = painter_.green("^") + (remark.empty() ? "" : ' ' + painter_.green(remark));
    line(fmt::format("{:>{}}{}{:{}}{}", "", kGutter, kBar, "", shown.caret, caret));
  }

  void stackOf(const Site &site) {
    for (auto frame = site.stack.begin(); frame != site.stack.end();) {
      const auto next =
          std::find_if(frame, site.stack.end(), [&](const Frame &other) { return !other.isSameAs(*frame); });
      const auto times = next - frame;
      const bool isSite = frame->file == site.file && frame->line == site.line;
      if (!isSite)
        line(fmt::format("{:>{}} called from {}{}{}{}", "", kGutter, frame->function, frame->file.empty() ? "" : " at ",
                         location(options_.paths(frame->file), frame->line, frame->column),
                         times > 1 ? fmt::format(" ({} times)", times) : ""));
      frame = next;
    }
  }

  SourceText &source_;
  const TextOptions &options_;
  Painter painter_;
  std::string text_;
};

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "2 errors, 1 warning"; empty when nothing is shown.
std::string tally(const Document &document, const TextOptions &options) {
  std::string text;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    const auto count = std::ranges::count_if(document.findings, [&](const Finding &finding) {
      return finding.severity == severity && isShown(finding, options);
    });
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    text += counted(static_cast<std::uint64_t>(count), name(severity));
  }
  return text;
}

std::string listed(std::string_view what, const std::vector<std::string> &names, const TextOptions &options) {
  if (names.empty()) return {};
  const std::size_t shown = options.verbose ? names.size() : std::min(names.size(), kNamesShown);
  std::string text =
      fmt::format("; {}: {}", what, fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

/// A job that was stuck has an error, also one that is known; a source that nobody looked at may have some.
std::string withoutFindings(const Document &document) {
  const Coverage &coverage = document.coverage;
  if (document.ranks == 0 && coverage.calls == 0) return "nothing was checked";
  if (document.ranks == 0 && !coverage.notCompiled.empty())
    return fmt::format("nothing found, but {} not compile",
                       coverage.notCompiled.size() == 1 ? "a source does" : "some sources do");
  if (document.ranks == 0 && !coverage.notSeenByRules.empty())
    return fmt::format("no errors, but {} {} not judged", counted(coverage.notSeenByRules.size(), "source"),
                       coverage.notSeenByRules.size() == 1 ? "was" : "were");
  const bool isStuck = document.outcome.status == Outcome::Status::Deadlock;
  return isStuck && coverage.suppressed > 0 ? "a known deadlock" : "no errors";
}

/// Of a static check: "no errors" alone would be more than is known.
std::string limits(const Coverage &coverage, bool isAlone, const TextOptions &options) {
  if (coverage.notJudged.empty()) return {};
  const std::string what = options.verbose ? counted(coverage.notJudged.size(), "place") : briefly(coverage.notJudged);
  return fmt::format("{} not judged: {}", isAlone ? ", but" : ";", what);
}

/// All are listed with -v only: they are nearly always the same.
std::string listedRules(const Coverage &coverage, const TextOptions &options) {
  const std::string what = coverage.reach.empty() ? "judged" : "judged " + coverage.reach;
  if (coverage.calls == 0) return {};
  if (coverage.rules.empty() || options.verbose) return listed(what, coverage.rules, options);
  return fmt::format("; {} by {}", what, counted(coverage.rules.size(), "rule"));
}

/// Of the processes that the program has started itself.
std::string notJudged(const Coverage &coverage) {
  return fmt::format(", but {} spawned {} not judged", coverage.spawned,
                     coverage.spawned == 1 ? "process was" : "processes were");
}

/// Whether the site is in user code with symbols but no debug information. Users cannot recompile system libraries.
bool lacksDebugInformation(const Site &site) {
  if (!site.file.empty() || !site.address || site.function.empty()) return false;
  return !site.address->module.starts_with("/usr/") && !site.address->module.starts_with("/lib");
}

}  // namespace

bool isShown(const Finding &finding, const TextOptions &options) {
  return options.verbose || finding.severity != Severity::Note;
}

std::string toText(std::span<const Finding> findings, SourceText &source, const TextOptions &options) {
  std::string text;
  for (const Finding &finding : findings)
    if (isShown(finding, options)) text += FindingWriter(source, options).write(finding);
  return text;
}

std::string summaryLine(const Document &document, const TextOptions &options) {
  const std::string found = tally(document, options);
  const Coverage &coverage = document.coverage;
  const std::string ranks = counted(static_cast<std::uint64_t>(document.ranks), "rank");
  std::string text = fmt::format("lockstep: {}", found.empty() ? withoutFindings(document) : found);
  if (coverage.spawned > 0 && found.empty()) text += notJudged(coverage);
  if (found.empty()) text += limits(coverage, true, options);
  if (document.ranks > 0) text += (found.empty() ? "; " : " in ") + ranks;
  if (coverage.spawned > 0 && !found.empty()) text += notJudged(coverage);
  text +=
      fmt::format("{} {} seen", found.empty() && document.ranks > 0 ? "," : ";", counted(coverage.calls, "MPI call"));
  if (coverage.sources > 0) text += fmt::format(" in {}", counted(coverage.sources, "source"));
  if (coverage.suppressed > 0) text += fmt::format("; {} hidden", counted(coverage.suppressed, "known finding"));
  if (const std::string ending = describe(document.outcome); !ending.empty()) text += "; " + ending;
  if (!coverage.missing.empty()) text += "; records are missing: what depends on them was not judged";
  text += listed("not fully judged", coverage.notModelled, options);
  text += listed("loads and stores not seen in", coverage.notInstrumentedModules, options);
  if (!coverage.notInstrumentedModules.empty()) text += " (compile with lockstep-mpicc to see them)";
  text += listedRules(coverage, options);
  text += listed("not compiled", coverage.notCompiled, options);
  text += listed("not seen by the static rules", coverage.notSeenByRules, options);
  if (!found.empty()) text += limits(coverage, false, options);
  return wrap(text, options.width) + '\n';
}

std::string notJudgedLines(const Document &document, const TextOptions &options) {
  return options.verbose ? lines(document.coverage.notJudged, options.paths) : "";
}

std::string historyLine(const Document &document, const TextOptions &options) {
  const Coverage &coverage = document.coverage;
  if (!options.verbose || coverage.historyMost == 0) return {};
  return fmt::format("lockstep: access history: at most {} ({} KiB), {} at the end\n",
                     counted(coverage.historyMost, "interval"), (coverage.historyMostBytes + 1023) / 1024,
                     coverage.historyEntries);
}

std::string debugHint(std::span<const Finding> findings, const TextOptions &options) {
  std::set<std::string> modules;
  for (const Finding &finding : findings)
    for (const Site &site : finding.sites)
      if (isShown(finding, options) && lacksDebugInformation(site))
        modules.insert(std::string(baseName(site.address->module)));
  if (modules.empty()) return {};
  return wrap(fmt::format("lockstep: no source lines in {}: compile with -g", fmt::join(modules, ", ")),
              options.width) +
         '\n';
}

std::string toText(const Document &document, SourceText &source, const TextOptions &options) {
  return toText(document.findings, source, options) + debugHint(document.findings, options) +
         historyLine(document, options) + notJudgedLines(document, options) + summaryLine(document, options);
}

}  // namespace lockstep::report
