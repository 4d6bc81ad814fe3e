// lockstep analyze: the verdict of a run from its kept trace.
#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Values.h"
#include "cli/analyze/LaunchedShare.h"
#include "cli/analyze/RecordedRun.h"
#include "cli/base/Log.h"
#include "cli/commands/ClockOption.h"
#include "cli/commands/MemoryModel.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep run -n 4 --trace t ./app     keep the records in t
  lockstep analyze t --json found.json  judge them again
  mpiexec -n 8 lockstep analyze t       the same by eight processes, on as many nodes as that takes

The status is that of the run: 66 when errors are found, else the program's own, or 124 when --timeout ended it.)";

class AnalyzeCommand : public Command {
 public:
  AnalyzeCommand() : Command("analyze", "judge the trace that `run --trace` has kept", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("DIR", trace_, "folder of the trace")->required();
    app.add_flag("--partial", isPartial_, "analyze what is readable of a damaged trace");
    app.add_flag("--keep-symbols", keepsSymbols_, "store the source lines in DIR, to analyze it without the program");
    defineMemoryModel(app, memoryModel_);
    defineClock(app, clock_);
    app.add_option("-j,--threads", threads_, "number of analysis threads (default 1)")
        ->type_name("N")
        ->check(wholeNumber(1, 1024, "the number of threads"));
  }

  bool endsAsProgram() const override { return true; }

  int run(const Invocation &invocation) override {
    AnalyzeOptions options{.isPartial = isPartial_,
                           .keepsSymbols = keepsSymbols_,
                           .showsProgress = !invocation.common.quiet,
                           .engine = {.memoryModel = memoryModelOf(memoryModel_), .clock = clockOf(clock_)}};
    if (const auto share = shareByLauncher()) options.engine.share = *share;
    options.threads = threads_;
    if (!options.engine.share.isFirst()) {
      contribute(trace_, options);
      return 0;
    }
    const RecordedRun recorded = analyzeTrace(trace_, options);
    if (!recorded.endedBecause.empty() && !invocation.common.quiet)
      say("{}", hangReport(recorded.endedBecause, recorded.hangStatus, pathsFor(invocation.common)));
    return deliver(recorded.document, invocation.common, recorded.status);
  }

 private:
  std::string trace_;
  bool isPartial_ = false;
  bool keepsSymbols_ = false;
  unsigned threads_ = 1;
  std::string memoryModel_ = std::string(engine::kMemoryModels.front());
  std::string clock_ = std::string(engine::kClocks.front());
};

AnalyzeCommand analyzeCommand;

}  // namespace

}  // namespace lockstep::cli
