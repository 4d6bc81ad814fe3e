#include "cli/analyze/CutAnalysis.h"

#include <algorithm>
#include <iterator>

#include "cli/analyze/TruncatedTrace.h"
#include "mpi/Routine.h"
#include "trace/Definitions.h"

namespace lockstep::cli {

namespace {

const mpi::RoutineInfo &routineOf(std::uint16_t number) { return mpi::info(static_cast<mpi::Routine>(number)); }

bool initializes(const trace::RecordView &record) {
  if (record.header->kind != trace::Kind::Leave || record.as<trace::Leave>().code != 0) return false;
  const mpi::Effect effect = routineOf(record.as<trace::Leave>().routine).effect;
  return effect == mpi::Effect::Init || effect == mpi::Effect::SessionInit;
}

/// The window defined by the record, or a part of it; 0: none.
std::uint64_t definedWindow(const trace::RecordView &record) {
  if (record.header->kind == trace::Kind::Window) return record.as<trace::Window>().id;
  if (record.header->kind == trace::Kind::SharedPart) return record.as<trace::SharedPart>().window;
  return 0;
}

bool readsWord(const trace::RecordView &record) {
  if (record.header->kind == trace::Kind::Enter)
    return routineOf(record.as<trace::Enter>().routine).cls == mpi::Class::RmaFetch;
  return record.header->kind == trace::Kind::Value && record.as<trace::Value>().role == trace::ValueRole::Loaded;
}

bool ends(const trace::RecordView &record) {
  switch (record.header->kind) {
    case trace::Kind::Exit:
    case trace::Kind::Signal:
      return true;
    case trace::Kind::Enter: {
      const mpi::Effect effect = routineOf(record.as<trace::Enter>().routine).effect;
      return effect == mpi::Effect::Finalize || effect == mpi::Effect::SessionFinalize || effect == mpi::Effect::Abort;
    }
    default:
      return false;
  }
}

template <std::size_t kValues>
struct EnterOf {
  trace::Enter enter{};
  std::int64_t values[kValues] = {};
};

}  // namespace

CutAnalysis::CutAnalysis(engine::EngineOptions options, ConsistentCut from)
    : engine_((options.beginsLate = true, options)), from_(std::move(from)) {}

void CutAnalysis::take(const trace::RecordView &record) {
  if (!counts(record)) return;
  note(record);
  engine_.feed(record);
}

bool CutAnalysis::counts(const trace::RecordView &record) {
  const auto known = from_.beginnings.find(record.process);
  if (known == from_.beginnings.end()) return false;
  const Beginning &beginning = known->second;
  Progress &progress = processes_[record.process];
  if (beginning.replaced.contains(definedWindow(record))) return false;
  if (progress.hasBegun) return true;
  if (record.header->sequence >= beginning.sequence) {
    progress.hasBegun = true;
    begin(record, beginning);
    return true;
  }
  const bool isAtFirst = !progress.isInitialized;
  progress.isInitialized = progress.isInitialized || initializes(record);
  return isAtFirst || trace::isDefinition(*record.header);
}

void CutAnalysis::begin(const trace::RecordView &record, const Beginning &beginning) {
  for (const std::uint64_t window : beginning.lockedAll)
    if (!beginning.replaced.contains(window)) lockAll(record.process, beginning, window);
}

/// As if it called for that here.
void CutAnalysis::lockAll(trace::ProcessKey process, const Beginning &beginning, std::uint64_t window) {
  const mpi::RoutineInfo &routine = mpi::info(mpi::Routine::Win_lock_all);
  EnterOf<2> call;
  call.enter.header = {trace::Kind::Enter, sizeof call / 8, 0, beginning.sequence};
  call.enter.routine = static_cast<std::uint16_t>(routine.routine);
  call.enter.argumentCount = routine.arity;
  call.enter.time = beginning.time;
  call.values[routine.indexOf(mpi::Role::Window)] = static_cast<std::int64_t>(window);
  trace::Leave leave{};
  leave.header = {trace::Kind::Leave, sizeof leave / 8, 0, beginning.sequence};
  leave.routine = call.enter.routine;
  leave.time = beginning.time;
  engine_.feed({process, beginning.thread, &call.enter.header});
  engine_.feed({process, beginning.thread, &leave.header});
}

/// Findings before this record cannot be consequences of it.
void CutAnalysis::note(const trace::RecordView &record) {
  if (!processes_[record.process].hasBegun) return;
  const bool reads = !readsWords_ && readsWord(record);
  const bool isEnd = !hasEnded_ && ends(record);
  if (!reads && !isEnd) return;
  sift();
  readsWords_ = readsWords_ || reads;
  hasEnded_ = hasEnded_ || isEnd;
}

/// Findings about a thread's own operations come from the analysis of the whole trace, see TruncatedTrace.h.
void CutAnalysis::sift() {
  for (report::Finding &finding : engine_.takeFindings()) {
    const bool holds =
        (report::isDataRace(finding.rule) && !readsWords_) || (report::isOfCollectives(finding.rule) && !hasEnded_);
    if (!holds || finding.severity == report::Severity::Note || holdsOfSuffix(finding)) continue;
    std::erase_if(finding.sites, [](const report::Site &site) { return site.file.empty() && !site.address; });
    findings_.push_back(std::move(finding));
  }
}

std::vector<report::Finding> CutAnalysis::takeFindings() {
  sift();
  return std::exchange(findings_, {});
}

}  // namespace lockstep::cli
