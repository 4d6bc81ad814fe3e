// lockstep report: findings that are there already, shown in other forms, on stdout or in files.
#include <unistd.h>

#include <cstdio>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Formats.h"
#include "cli/RecordedRun.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep report findings.json                  the text report
  lockstep report trace --format json            the JSON document of a kept trace
  lockstep report findings.json --format github  annotations, in a step of a GitHub workflow
  lockstep report trace --format sarif,junit --output out   out.sarif for code scanning, out.xml for a CI server

Files of several formats end in .txt, .json, .sarif, .xml (junit) and .github.)";

class ReportCommand : public Command {
 public:
  ReportCommand() : Command("report", "show findings from a JSON document or a kept trace", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("INPUT", input_, "findings.json, or the folder of a trace")->required();
    app.add_option("--format", formats_, "text, json, sarif, junit, github, or several with commas (default text)")
        ->type_name("LIST");
    app.add_option("--output", output_, "write to FILE, not to stdout; several formats: to FILE.json, FILE.sarif, ...")
        ->type_name("FILE");
  }

  int run(const Invocation &invocation) override {
    const std::vector<Format> formats = parseFormats(formats_);
    if (output_ == kStdout) output_.clear();
    if (formats.size() > 1 && output_.empty()) throw usageError("several formats need --output PREFIX");
    const bool isText = formats.front() == Format::Text;
    const bool isTaken = output_.empty() && invocation.common.writesToStdout();  // then text goes beside it
    if (isTaken && !isText) throw usageError("--format writes to stdout, too: name a file with --output");
    const report::Document document = withoutKnown(loadDocument(input_), invocation.common);
    const int status = report::hasErrors(document.findings) ? invocation.common.errorExitCode : kSuccess;

    bool isWritten = true;
    if (isTaken)
      std::fputs(textFor(document, invocation.common, STDERR_FILENO).c_str(), stderr);
    else if (output_.empty())
      isWritten = tryToWrite(render(document, formats.front(), invocation.common, status, STDOUT_FILENO), kStdout);
    else
      for (const Format format : formats)
        isWritten &=
            tryToWrite(render(document, format, invocation.common, status), fileFor(format, formats.size() == 1));
    isWritten &= writeFiles(document, invocation.common, status);
    return isWritten ? status : statusAfterLoss(document, status);
  }

 private:
  /// One format: the file that was named. Several: each its own ending.
  std::string fileFor(Format format, bool isOnly) const {
    return isOnly ? output_ : fmt::format("{}.{}", output_, fileEnding(format));
  }

  std::string input_;
  std::string formats_ = "text";
  std::string output_;
};

ReportCommand reportCommand;

}  // namespace

}  // namespace lockstep::cli
