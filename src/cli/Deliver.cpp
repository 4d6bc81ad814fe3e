#include "cli/Deliver.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cli/Command.h"
#include "report/JsonWriter.h"
#include "report/TextWriter.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

report::TextOptions textOptions(const CommonOptions &options, int descriptor) {
  report::TextOptions result{.color = options.colored(descriptor), .verbose = options.verbose};
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) result.width = size.ws_col;
  return result;
}

/// The document itself keeps the paths that were compiled in.
std::vector<report::Finding> withShownPaths(std::vector<report::Finding> findings) {
  for (report::Finding &finding : findings)
    for (report::Site &site : finding.sites) site.file = shownPath(site.file);
  return findings;
}

}  // namespace

std::string shownPath(const std::string &file) {
  const fs::path path(file);
  if (!path.is_absolute()) return file;
  std::error_code error;
  const fs::path relative = path.lexically_relative(fs::current_path(error));
  const bool isBelow = !error && !relative.empty() && *relative.begin() != "..";
  return isBelow ? relative.string() : file;
}

bool hasErrors(const std::vector<report::Finding> &findings) {
  return std::ranges::any_of(
      findings, [](const report::Finding &finding) { return finding.severity == report::Severity::Error; });
}

std::string textFor(const report::Document &document, const CommonOptions &options, int descriptor) {
  const report::TextOptions text = textOptions(options, descriptor);
  report::SourceFiles source;
  std::string result = report::toText(withShownPaths(document.findings), source, text);
  if (!options.quiet) result += report::summaryLine(document, text);
  return result;
}

void writeJson(const report::Document &document, const CommonOptions &options) {
  if (options.json.empty()) return;
  if (const auto written = report::writeDocument(document, options.json); !written)
    throw usageError("{}", written.error());
}

int deliver(const report::Document &document, const CommonOptions &options, int otherwise) {
  std::fputs(textFor(document, options, STDERR_FILENO).c_str(), stderr);
  writeJson(document, options);
  return hasErrors(document.findings) ? options.errorExitCode : otherwise;
}

}  // namespace lockstep::cli
