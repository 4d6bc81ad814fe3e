#include "cli/Deliver.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <span>

#include "cli/Command.h"
#include "cli/Formats.h"
#include "cli/base/Log.h"
#include "report/formats/TextWriter.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

report::TextOptions textOptions(const CommonOptions &options, int descriptor) {
  report::TextOptions result{.color = options.colored(descriptor), .verbose = options.verbose};
  result.paths = pathsFor(options);
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) result.width = size.ws_col;
  return result;
}

}  // namespace

fs::path currentFolder() {
  std::error_code error;
  return fs::current_path(error);
}

report::ShownPath pathsFor(const CommonOptions &options) {
  return {.root = currentFolder(), .prefixes = options.strippedPrefixes};
}

void shortenPaths(report::Finding &finding) {
  const report::ShownPath shown{.root = currentFolder(), .prefixes = {}};
  const auto shorten = [&](report::Site &site) {
    site.file = shown(site.file);
    for (report::Frame &frame : site.stack) frame.file = shown(frame.file);
  };
  std::ranges::for_each(finding.sites, shorten);
  std::ranges::for_each(finding.further, shorten);
}

std::size_t mostInFull(const CommonOptions &options) {
  return options.verbose ? report::kAllInFull : report::kMostInFull;
}

std::string textFor(const report::Document &document, const CommonOptions &options, int descriptor,
                    const report::Printed &printed) {
  const report::TextOptions text = textOptions(options, descriptor);
  std::vector<report::Finding> shown;
  std::ranges::copy_if(document.findings, std::back_inserter(shown),
                       [&](const report::Finding &finding) { return report::isShown(finding, text); });
  const report::Excerpt excerpt = report::excerptOf(shown, printed, mostInFull(options));

  report::KeptSource source(document.source);
  std::string result = report::toText(excerpt.inFull, source, text) + report::countedLines(excerpt.counted, text.paths);
  if (options.quiet) return result;
  if (!excerpt.counted.empty())
    result +=
        fmt::format("lockstep: {} of {} findings are shown in full; -v shows all, as do --json, --sarif and --html\n",
                    shown.size() - excerpt.counted.size(), shown.size());
  return result + report::grownLines(excerpt.grown, text.paths) + report::debugHint(document.findings, text) +
         report::historyLine(document, text) + report::notJudgedLines(document, text) +
         report::summaryLine(document, text);
}

std::string textFor(const report::Finding &finding, const CommonOptions &options, int descriptor) {
  report::SourceFiles source;
  return report::toText(std::span(&finding, 1), source, textOptions(options, descriptor));
}

void writeAtOnce(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // a missing reader is no failure, see Log.h
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void writeOrThrow(const std::string &text, const fs::path &file) {
  if (file == kStdout) {
    const bool isWritten = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!isWritten) throw usageError("stdout: cannot be written: {}", std::strerror(errno));
  } else if (const auto written = report::writeWholeFile(text, file); !written) {
    throw usageError("{}", written.error());
  }
}

bool tryToWrite(const std::string &text, const fs::path &file) try {
  writeOrThrow(text, file);
  return true;
} catch (const Failure &failure) {
  say("lockstep: error: {}\n", failure.what());
  return false;
}

bool writeFiles(const report::Document &document, const CommonOptions &options, int status) {
  const auto write = [&](Format format, const fs::path &file) {
    return file.empty() || tryToWrite(render(document, format, options, status), file);
  };
  const bool hasJson = write(Format::Json, options.json);
  const bool hasSarif = write(Format::Sarif, options.sarif);
  const bool hasHtml = write(Format::Html, options.html);
  return hasJson && hasSarif && hasHtml;
}

int statusAfterLoss(const report::Document &document, int status) {
  return report::hasErrors(document.findings) && status != kSuccess ? status : kUsage;
}

report::Document withoutKnown(report::Document document, const CommonOptions &options) {
  report::SourceFiles source;
  report::Filtered filtered = options.filter.apply(std::move(document), source);
  for (const report::Remark &remark : filtered.remarks)
    if (options.verbose || (remark.isWarning && !options.quiet))
      say("lockstep: {}: {}\n", remark.isWarning ? "warning" : "note", remark.text);
  return std::move(filtered.document);
}

int deliver(const report::Document &found, const CommonOptions &options, int otherwise,
            const report::Printed &printed) {
  const report::Document document = withoutKnown(found, options);
  writeAtOnce(textFor(document, options, STDERR_FILENO, printed));
  const int status = options.isFailure(document.findings) ? options.errorExitCode : otherwise;
  return writeFiles(document, options, status) ? status : statusAfterLoss(document, status);
}

}  // namespace lockstep::cli
