// lockstep report: findings that are there already, shown in another form, on stdout.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <sstream>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/RecordedRun.h"
#include "report/JsonWriter.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep report findings.json                  the text report
  lockstep report trace --format json            the JSON document of a kept trace)";

report::Document load(const std::string &input) {
  if (std::filesystem::is_directory(input)) return analyzeTrace(input, false);
  auto document = report::readDocument(input);
  if (!document) throw usageError("{}", document.error());
  return std::move(*document);
}

class ReportCommand : public Command {
 public:
  ReportCommand() : Command("report", "show findings from a JSON document or a kept trace", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("INPUT", input_, "findings.json, or the folder of a trace")->required();
    app.add_option("--format", formats_, "text, json, or both separated by a comma (default text)")->type_name("LIST");
  }

  int run(const Invocation &invocation) override {
    const std::vector<std::string> formats = splitFormats();
    const report::Document document = load(input_);
    for (const std::string &format : formats)
      std::fputs(format == "json" ? report::toJson(document).c_str()
                                  : textFor(document, invocation.common, STDOUT_FILENO).c_str(),
                 stdout);
    writeJson(document, invocation.common);
    return hasErrors(document.findings) ? invocation.common.errorExitCode : kSuccess;
  }

 private:
  std::vector<std::string> splitFormats() const {
    std::vector<std::string> formats;
    std::istringstream list(formats_);
    for (std::string format; std::getline(list, format, ',');) {
      if (format != "text" && format != "json")
        throw usageError("unknown format '{}' (text and json are known)", format);
      formats.push_back(format);
    }
    if (formats.empty()) throw usageError("--format names no format (text and json are known)");
    return formats;
  }

  std::string input_;
  std::string formats_ = "text";
};

ReportCommand reportCommand;

}  // namespace

}  // namespace lockstep::cli
