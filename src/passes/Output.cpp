#include "passes/Output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "passes/SuppressedFindings.h"
#include "report/formats/JsonWriter.h"
#include "report/formats/TextWriter.h"
#include "report/text/Color.h"
#include "report/text/SourceText.h"

namespace lockstep::passes {

namespace {

/// The document on one line: JSON escapes line breaks in strings.
std::string oneLine(const report::Document &document) {
  std::string json = report::toJson(document, report::JsonFor::Folding);
  std::ranges::replace(json, '\n', ' ');
  json += '\n';
  return json;
}

/// A single write in append mode: lines of concurrent compilers do not mix.
bool append(const std::string &file, const std::string &line) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return false;
  const bool written = write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  return close(descriptor) == 0 && written;
}

}  // namespace

std::vector<report::Finding> output(const report::Document &found, const PluginOptions &options) {
  if (!options.findings.empty()) {
    if (append(options.findings, oneLine(found))) return found.findings;
    fmt::print(stderr, "lockstep: error: cannot write {}\n", options.findings);
  }
  report::Document document = withoutSuppressed(found, options);
  report::SourceFiles source;
  report::TextOptions text;
  text.color = report::wantsColor(STDERR_FILENO);
  fmt::print(stderr, "{}", report::toText(document.findings, source, text));
  return std::move(document.findings);
}

}  // namespace lockstep::passes
