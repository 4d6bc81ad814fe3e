#include "report/formats/JunitWriter.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/formats/Markup.h"
#include "report/formats/TextWriter.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

/// Escapes line ends and tabs too, which an XML parser reads as spaces in attributes.
std::string attribute(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : markupText(value)) {
    if (c == '\n' || c == '\t')
      escaped += fmt::format("&#{};", static_cast<int>(c));
    else
      escaped += c;
  }
  return fmt::format(" {}=\"{}\"", name, escaped);
}

std::string testName(const Finding &finding) {
  std::string name(info(finding.rule).id);
  if (finding.sites.empty()) return name;
  const Site &first = finding.sites.front();
  if (!first.function.empty()) name += " in " + plainFunction(first.function);
  if (const std::string_view file = baseName(fileOrModule(first)); !file.empty()) name += fmt::format(" ({})", file);
  return name;
}

class SuiteWriter {
 public:
  SuiteWriter(const Document &document, SourceText &source) : document_(document), source_(source) {}

  std::string write() {
    for (const Finding &finding : document_.findings) findingCase(finding);
    if (const std::string ending = describe(document_.outcome); !ending.empty()) endingCase(ending);
    if (tests_ == 0) open("no errors", "");

    const std::string suiteName = document_.program.empty() ? "lockstep" : document_.program;
    const std::string counts = fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests_, failures_, errors_);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + fmt::format("<testsuites name=\"lockstep\"{}>\n", counts) +
           fmt::format("  <testsuite{}{}>\n", attribute("name", suiteName), counts) + cases_ + summary() +
           "  </testsuite>\n</testsuites>\n";
  }

 private:
  /// Opens a test case, with or without content.
  void open(const std::string &name, const std::string &content, const std::string &more = "") {
    ++tests_;
    const unsigned count = ++names_[name];
    const std::string unique = count == 1 ? name : fmt::format("{} #{}", name, count);
    cases_ += fmt::format("    <testcase{}{}{}", attribute("classname", className()), attribute("name", unique), more);
    cases_ += content.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", content);
  }

  std::string className() const { return "lockstep." + (document_.command.empty() ? "report" : document_.command); }

  void findingCase(const Finding &finding) {
    std::string text = toText(std::span(&finding, 1), source_, {.verbose = true});
    while (text.ends_with('\n')) text.pop_back();
    const std::string where = finding.sites.empty() ? "" : fileAndLine(finding.sites.front());
    if (finding.severity != Severity::Error) {
      open(testName(finding), fmt::format("      <system-out>{}</system-out>\n", markupText(text)), where);
      return;
    }
    ++failures_;
    open(testName(finding),
         fmt::format("      <failure{}{}>{}</failure>\n", attribute("type", info(finding.rule).id),
                     attribute("message", fullMessage(finding)), markupText(text)),
         where);
  }

  static std::string fileAndLine(const Site &site) {
    if (site.file.empty()) return {};
    return attribute("file", site.file) + (site.line == 0 ? "" : attribute("line", fmt::to_string(site.line)));
  }

  void endingCase(const std::string &ending) {
    ++errors_;
    open("the program ends well", fmt::format("      <error{}{}/>\n", attribute("type", name(document_.outcome.status)),
                                              attribute("message", ending)));
  }

  std::string summary() const {
    std::string line = summaryLine(document_, {.verbose = true});
    line.pop_back();
    return fmt::format("    <system-out>{}</system-out>\n", markupText(line));
  }

  const Document &document_;
  SourceText &source_;
  std::string cases_;
  std::map<std::string, unsigned> names_;
  unsigned tests_ = 0;
  unsigned failures_ = 0;
  unsigned errors_ = 0;
};

}  // namespace

std::string toJunit(const Document &document, SourceText &source) { return SuiteWriter(document, source).write(); }

}  // namespace lockstep::report
