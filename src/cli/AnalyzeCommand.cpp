// lockstep analyze: the verdict of a run from its kept trace.
#include "cli/ClockOption.h"
#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/MemoryModel.h"
#include "cli/RecordedRun.h"
#include "cli/Say.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep run -n 4 --trace t ./app     keep the records in t
  lockstep analyze t --json found.json  judge them again

The status is that of the run: 66 when errors are found, else the program's own, or 124 when --timeout ended it.)";

class AnalyzeCommand : public Command {
 public:
  AnalyzeCommand() : Command("analyze", "judge the trace that `run --trace` has kept", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("DIR", trace_, "folder of the trace")->required();
    app.add_flag("--partial", isPartial_, "analyse what is readable of a damaged trace");
    app.add_flag("--keep-symbols", keepsSymbols_, "store the source lines in DIR, to analyse it without the program");
    defineMemoryModel(app, memoryModel_);
    defineClock(app, clock_);
  }

  bool endsAsProgram() const override { return true; }

  int run(const Invocation &invocation) override {
    const RecordedRun recorded =
        analyzeTrace(trace_, {.isPartial = isPartial_,
                              .keepsSymbols = keepsSymbols_,
                              .engine = {.memoryModel = memoryModelOf(memoryModel_), .clock = clockOf(clock_)}});
    if (!recorded.endedBecause.empty() && !invocation.common.quiet)
      say("{}", rollCall(recorded.endedBecause, recorded.roll, pathsFor(invocation.common)));
    return deliver(recorded.document, invocation.common, recorded.status);
  }

 private:
  std::string trace_;
  bool isPartial_ = false;
  bool keepsSymbols_ = false;
  std::string memoryModel_ = std::string(engine::kMemoryModels.front());
  std::string clock_ = std::string(engine::kClocks.front());
};

AnalyzeCommand analyzeCommand;

}  // namespace

}  // namespace lockstep::cli
