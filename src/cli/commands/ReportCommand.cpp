// lockstep report: prints existing findings in other formats, on stdout or to files.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Formats.h"
#include "cli/Values.h"
#include "cli/analyze/RecordedRun.h"
#include "cli/base/Gzip.h"
#include "cli/timeline/Otf2.h"
#include "cli/timeline/Perfetto.h"
#include "cli/timeline/Timeline.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep report findings.json                  the text report
  lockstep report trace --format json            the JSON document of a kept trace
  lockstep report findings.json --format github  annotations, in a step of a GitHub workflow
  lockstep report trace --format sarif,junit --output out   out.sarif for code scanning, out.xml for a CI server

  lockstep report trace --format perfetto --output t.json.gz   the run as a timeline, for https://ui.perfetto.dev
  lockstep report trace --format otf2 --output archive      the same for Vampir and Scalasca: archive/traces.otf2

Files of several formats end in .txt, .json, .sarif, .html, .xml (junit), .github, .perfetto.json and .otf2 (a folder).
A file whose name ends in .gz is compressed.)";

class ReportCommand : public Command {
 public:
  ReportCommand() : Command("report", "show findings from a JSON document or a kept trace", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("INPUT", input_, kFindingsInput)->required();
    app.add_option("--format", formats_,
                   "text, json, sarif, html, junit, github, or of a trace perfetto and otf2; several with commas "
                   "(default text)")
        ->type_name(kListType)
        ->check(proposed(formatNames()));
    app.add_option(
           "--output", output_,
           "write to FILE, not to stdout, compressed if it ends in .gz; several formats: to FILE.json, FILE.sarif, ...")
        ->type_name("FILE");
    app.add_flag("--partial", isPartial_, "show what is readable of a damaged trace");
  }

  int run(const Invocation &invocation) override {
    const std::vector<Format> formats = parseFormats(formats_);
    if (output_ == kStdout) output_.clear();
    if (formats.size() > 1 && output_.empty()) throw usageError("several formats need --output PREFIX");
    const bool isText = formats.front() == Format::Text;
    const bool isTaken = output_.empty() && invocation.common.writesToStdout();  // then text goes beside it
    if (isTaken && !isText) throw usageError("--format writes to stdout, too: name a file with --output");
    refuseWithoutTrace(formats);
    const report::Document document = withoutKnown(loadDocument(input_, {.isPartial = isPartial_}), invocation.common);
    const int status = statusFor(document, invocation, isText && output_.empty());

    bool isWritten = true;
    if (isTaken)
      std::fputs(textFor(document, invocation.common, STDERR_FILENO).c_str(), stderr);
    else if (output_.empty())
      isWritten = tryToWrite(text(document, formats.front(), invocation.common, status, STDOUT_FILENO), kStdout);
    else
      for (const Format format : formats)
        isWritten &= write(document, format, fileFor(format, formats.size() == 1), invocation.common, status);
    isWritten &= writeFiles(document, invocation.common, status);
    return isWritten ? status : statusAfterLoss(document, status);
  }

 private:
  /// Converting a document is always successful, unless a failing status was requested.
  static int statusFor(const report::Document &document, const Invocation &invocation, bool isShown) {
    const bool counts =
        isShown || invocation.given.contains("--error-exitcode") || invocation.given.contains("--fail-on");
    return counts && invocation.common.isFailure(document.findings) ? invocation.common.errorExitCode : kSuccess;
  }

  void refuseWithoutTrace(const std::vector<Format> &formats) const {
    std::error_code error;
    const bool isTrace = std::filesystem::is_directory(input_, error);
    for (const Format format : formats) {
      if (needsTrace(format) && !isTrace)
        throw usageError("--format {}: {} is not the folder of a trace, which alone tells what the ranks did",
                         cli::name(format), input_);
      if (format == Format::Otf2 && output_.empty()) throw usageError("--format otf2 needs --output DIR");
    }
  }

  const Timeline &timeline() {
    if (!timeline_) {
      Symbols symbols = symbolsOf(input_);
      timeline_ = readTimeline(input_, symbols, isPartial_ ? othersIn(input_) : std::set<trace::ProcessKey>());
    }
    return *timeline_;
  }

  std::string text(const report::Document &document, Format format, const CommonOptions &options, int status,
                   int descriptor = -1) {
    if (format == Format::Perfetto) return toPerfetto(timeline(), document.findings);
    return render(document, format, options, status, descriptor);
  }

  bool write(const report::Document &document, Format format, const std::string &file, const CommonOptions &options,
             int status) {
    if (format != Format::Otf2) {
      std::string content = text(document, format, options, status);
      return tryToWrite(file.ends_with(".gz") ? gzipped(content) : content, file);
    }
    writeOtf2(timeline(), file);
    return true;
  }

  /// One format: the file that was named. Several: each its own ending.
  std::string fileFor(Format format, bool isOnly) const {
    return isOnly ? output_ : fmt::format("{}.{}", output_, fileEnding(format));
  }

  std::string input_;
  std::string formats_ = "text";
  std::string output_;
  bool isPartial_ = false;
  std::optional<Timeline> timeline_;
};

ReportCommand reportCommand;

}  // namespace

}  // namespace lockstep::cli
