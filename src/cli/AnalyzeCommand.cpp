// lockstep analyze: the verdict of a run from its kept trace.
#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/RecordedRun.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep run -n 4 --trace t ./app     keep the records in t
  lockstep analyze t --json found.json  judge them again)";

class AnalyzeCommand : public Command {
 public:
  AnalyzeCommand() : Command("analyze", "judge the trace that `run --trace` has kept", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("DIR", trace_, "folder of the trace")->required();
    app.add_flag("--partial", isPartial_, "analyse what is readable of a damaged trace");
  }

  int run(const Invocation &invocation) override {
    return deliver(analyzeTrace(trace_, isPartial_), invocation.common, kSuccess);
  }

 private:
  std::string trace_;
  bool isPartial_ = false;
};

AnalyzeCommand analyzeCommand;

}  // namespace

}  // namespace lockstep::cli
