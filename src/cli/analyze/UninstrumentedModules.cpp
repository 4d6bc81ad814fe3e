#include "cli/analyze/UninstrumentedModules.h"

#include "mpi/Rma.h"
#include "mpi/Routine.h"
#include "report/text/WholeFile.h"
#include "trace/Parts.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kMark = "lockstepInstrumented";  // by passes/instrument, and by the library for gcc

bool leavesMemory(const trace::Enter &enter) {
  return enter.routine < mpi::routines().size() && outlivesCall(mpi::info(static_cast<mpi::Routine>(enter.routine)));
}

bool isInstrumented(const std::string &file, const SymbolTable &known) {
  const std::optional<bool> is = known.isInstrumented(file);
  return is ? *is : cli::isInstrumented(file);
}

}  // namespace

void UninstrumentedModules::note(const trace::RecordView &record) {
  const trace::Kind kind = record.header->kind;
  if (kind == trace::Kind::Enter) {
    if (leavesMemory(record.as<trace::Enter>())) processes_[record.process].sites.insert(record.header->site);
  } else if (kind == trace::Kind::Module) {
    const auto &module = record.as<trace::Module>();
    processes_[record.process].modules[module.id] = trace::path(module);
  } else if (kind == trace::Kind::Site) {
    processes_[record.process].moduleOfSite[record.header->site] = record.as<trace::Site>().module;
  }
}

std::set<std::string> UninstrumentedModules::callers() const {
  std::set<std::string> callers;
  for (const auto &[key, process] : processes_)
    for (const std::uint32_t site : process.sites) {
      const auto module = process.moduleOfSite.find(site);
      if (module == process.moduleOfSite.end()) continue;
      if (const auto path = process.modules.find(module->second); path != process.modules.end())
        callers.insert(path->second);
    }
  return callers;
}

std::vector<std::string> UninstrumentedModules::modules(const SymbolTable &table) const {
  std::vector<std::string> blind;
  for (const std::string &file : callers())
    if (!isInstrumented(file, table)) blind.push_back(file);
  return blind;
}

void UninstrumentedModules::addTo(SymbolTable &table, const SymbolTable &known) const {
  for (const std::string &file : callers()) table.addModule(file, isInstrumented(file, known));
}

bool isInstrumented(const std::string &file) {
  const auto content = report::readWholeFile(file);
  return !content || content->find(kMark) != std::string::npos;
}

}  // namespace lockstep::cli
