#include "report/formats/HtmlWriter.h"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/formats/Markup.h"
#include "report/formats/TextWriter.h"
#include "report/text/HelpText.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

constexpr unsigned kAround = 3;  // source lines shown before and after the line of the site

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
:root {{ color-scheme: light dark; --line: #8885; --error: #c62828; --warning: #9c27b0; --note: #00838f; --mark: #fdd83540; }}
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }}
article {{ border: 1px solid var(--line); border-left: 5px solid; border-radius: 4px; margin: 1.2em 0; padding: .2em 1em 1em; }}
article.error {{ border-left-color: var(--error); }}
article.warning {{ border-left-color: var(--warning); }}
article.note {{ border-left-color: var(--note); }}
h2 {{ font-size: 1.05em; margin: .6em 0; }}
h3 {{ font: .9em ui-monospace, monospace; margin: .9em 0 .2em; }}
pre {{ border: 1px solid var(--line); border-radius: 4px; margin: 0; overflow-x: auto; padding: .3em 0; }}
pre span {{ display: block; padding: 0 .8em; white-space: pre; }}
pre .here {{ background: var(--mark); }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; margin: .8em 0 0; }}
dt {{ font-weight: 600; }}
dd {{ margin: 0; }}
.severity {{ font-weight: 700; }}
.error .severity {{ color: var(--error); }}
.warning .severity {{ color: var(--warning); }}
.note .severity {{ color: var(--note); }}
code {{ font-size: .9em; }}
label {{ margin-right: 1em; white-space: nowrap; }}
[hidden] {{ display: none; }}
</style>
</head>
<body>
<h1>{}</h1>
<p>{}</p>
)";

// Hides findings whose severity or rule is not checked.
constexpr std::string_view kScript = R"(<script>
const boxes = document.querySelectorAll("input");
const hide = () => document.querySelectorAll("article").forEach(
  (article) => article.hidden = [...boxes].some((box) => !box.checked && article.dataset[box.name] === box.value));
boxes.forEach((box) => box.addEventListener("change", hide));
</script>
)";

class HtmlWriter {
 public:
  HtmlWriter(SourceText &source, const ShownPath &paths) : source_(source), paths_(paths) {}

  std::string write(const Document &document) {
    const std::string title = document.program.empty() ? "Lockstep" : "Lockstep: " + std::string(document.program);
    const std::string summary = summaryLine(document, {.paths = paths_});
    text_ = fmt::format(kHead, markupText(title), markupText(title), markupText(summary));
    choices(document);
    for (const Finding &finding : document.findings) article(finding);
    if (!document.findings.empty()) text_ += kScript;
    text_ += "</body>\n</html>\n";
    return std::move(text_);
  }

 private:
  void choice(std::string_view kind, std::string_view value, std::size_t count) {
    text_ += fmt::format("<label><input type=\"checkbox\" name=\"{}\" value=\"{}\" checked> {} ({})</label>\n", kind,
                         value, value, count);
  }

  void choices(const Document &document) {
    std::map<Severity, std::size_t> severities;
    std::map<std::string_view, std::size_t> rules;
    for (const Finding &finding : document.findings) {
      ++severities[finding.severity];
      ++rules[info(finding.rule).id];
    }
    if (document.findings.size() < 2) return;
    text_ += "<p>\n";
    for (const auto &[severity, count] : severities) choice("severity", name(severity), count);
    text_ += "</p>\n<p>\n";
    for (const auto &[rule, count] : rules) choice("rule", rule, count);
    text_ += "</p>\n";
  }

  void article(const Finding &finding) {
    const std::string_view severity = name(finding.severity);
    const std::string_view rule = info(finding.rule).id;
    text_ += fmt::format("<article class=\"{}\" data-severity=\"{}\" data-rule=\"{}\" id=\"{}\">\n", severity, severity,
                         rule, finding.fingerprint);
    text_ += fmt::format("<h2><span class=\"severity\">{}:</span> {} <code>[{}]</code></h2>\n", severity,
                         markupText(fullMessage(finding)), rule);
    for (const Site &site : finding.sites) place(site);
    details(finding);
    text_ += "</article>\n";
  }

  void place(const Site &site) {
    const std::string where = paths_(placeName(site));
    text_ += fmt::format("<h3>{} {}</h3>\n", markupText(location(where, site.line, site.column)),
                         markupText(describe(site)));
    excerpt(site);
    for (const Frame &frame : site.stack)
      text_ += fmt::format("<h3>called from {} {}</h3>\n", markupText(frame.function),
                           markupText(location(paths_(frame.file), frame.line, frame.column)));
  }

  void excerpt(const Site &site) {
    if (!source_.line(site.file, site.line)) return;
    text_ += "<pre>";
    for (unsigned number = std::max(site.line, kAround + 1) - kAround; number <= site.line + kAround; ++number) {
      const auto line = source_.line(site.file, number);
      if (!line) break;
      text_ += fmt::format("<span{}>{:>5}  {}</span>", number == site.line ? " class=\"here\"" : "", number,
                           markupText(*line));
    }
    text_ += "</pre>\n";
  }

  void details(const Finding &finding) {
    std::string list;
    const auto add = [&](std::string_view term, std::string_view text) {
      if (!text.empty()) list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, markupText(text));
    };
    for (const Site &site : finding.further)
      add("also", fmt::format("{} {}", location(paths_(placeName(site)), site.line, site.column), describe(site)));
    if (finding.race) add("where", describe(*finding.race));
    add("run", verdictOfRun(finding));
    add("help", helpText(finding));
    if (!list.empty()) text_ += "<dl>\n" + list + "</dl>\n";
  }

  SourceText &source_;
  const ShownPath &paths_;
  std::string text_;
};

}  // namespace

std::string toHtml(const Document &document, SourceText &source, const ShownPath &paths) {
  return HtmlWriter(source, paths).write(document);
}

}  // namespace lockstep::report
