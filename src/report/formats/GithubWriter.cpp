#include "report/formats/GithubWriter.h"

#include <string_view>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/formats/TextWriter.h"
#include "report/text/HelpText.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

std::string escape(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text)
    escaped += special.find(c) == std::string_view::npos ? std::string(1, c)
                                                         : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return escaped;
}

std::string escapeMessage(std::string_view text) { return escape(text, "%\r\n"); }
std::string escapeProperty(std::string_view text) { return escape(text, "%\r\n:,"); }

std::string_view command(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "notice";
  }
  return {};
}

std::string properties(const Finding &finding) {
  std::string text;
  if (!finding.sites.empty() && !finding.sites.front().file.empty()) {
    const Site &site = finding.sites.front();
    text = fmt::format("file={},", escapeProperty(site.file));
    if (site.line > 0) text += fmt::format("line={},", site.line);
    if (site.line > 0 && site.column > 0) text += fmt::format("col={},", site.column);
  }
  return text + fmt::format("title={}", escapeProperty(info(finding.rule).id));
}

std::string message(const Finding &finding) {
  std::string text = fullMessage(finding);
  for (const Site &site : finding.sites) {
    const std::string place = location(placeName(site), site.line, site.column);
    text += place.empty() ? '\n' + describe(site) : fmt::format("\n{}: {}", place, describe(site));
  }
  if (finding.race) text += "\nwhere: " + describe(*finding.race);
  if (!finding.help.empty()) text += "\nhelp: " + helpText(finding);
  return text;
}

}  // namespace

std::string toGithub(const Document &document) {
  std::string text;
  for (const Finding &finding : document.findings)
    text +=
        fmt::format("::{} {}::{}\n", command(finding.severity), properties(finding), escapeMessage(message(finding)));
  return text + summaryLine(document, {.verbose = true});
}

}  // namespace lockstep::report
