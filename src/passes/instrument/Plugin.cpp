// The compiler plugin that instruments loads and stores. It is a separate library: loading it enables instrumentation,
// which works the same for clang and flang, and needs no option unknown to one of them.
//
// For opt the passes have the names `lockstep-marks`, `lockstep-ranges` (a pass of functions), `lockstep-instrument`
// and `lockstep-instrument-unoptimized`.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "passes/instrument/EarlyStage.h"
#include "passes/instrument/LateStage.h"
#include "passes/instrument/accesses/EarlyMetadata.h"

namespace lockstep::instrument {

namespace {

bool parse(llvm::StringRef name, llvm::ModulePassManager &manager) {
  if (name == "lockstep-marks")
    manager.addPass(EarlyMetadata());
  else if (name == "lockstep-instrument" || name == "lockstep-instrument-unoptimized")
    manager.addPass(LateStage(name == "lockstep-instrument"));
  else
    return false;
  return true;
}

void registerPasses(llvm::PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager &manager, llvm::OptimizationLevel level) {
    if (level != llvm::OptimizationLevel::O0) manager.addPass(EarlyMetadata());
  });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &manager, llvm::OptimizationLevel) { manager.addPass(EarlyStage()); });
  builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &manager, llvm::OptimizationLevel level) {
    manager.addPass(LateStage(level != llvm::OptimizationLevel::O0));
  });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager &manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        return parse(name, manager);
      });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::FunctionPassManager &manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "lockstep-ranges") return false;
        manager.addPass(EarlyStage());
        return true;
      });
}

}  // namespace

}  // namespace lockstep::instrument

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lockstep-instrument", "1", lockstep::instrument::registerPasses};
}
