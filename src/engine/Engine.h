// The engine: takes the records of all ranks, advances them in an order that respects their causes, and lets the
// rules judge. It knows neither an MPI library nor LLVM, and does not care whether the job still runs.
//
// A driver (lockstep run, lockstep analyze, a test) feeds records as they become available, tells when a process has
// ended and when nothing more will come, and takes the findings.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/matching/ChosenMessage.h"
#include "engine/order/Clock.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

struct Coverage {
  std::uint64_t calls = 0;              // MPI calls recorded of the processes that are judged
  std::uint64_t otherProcesses = 0;     // of another world than the first, spawned or of a second job: not judged
  std::vector<std::string> unmodelled;  // routines seen whose meaning no rule knows yet
};

/// What the engine keeps of accesses to memory, because later ones may conflict with them.
struct HistorySize {
  std::size_t entries = 0;
  std::size_t most = 0;       // at any time
  std::size_t mostBytes = 0;  // of memory of the engine's own, likewise

  HistorySize &operator+=(const HistorySize &other) {
    entries += other.entries;
    most += other.most;
    mostBytes += other.mostBytes;
    return *this;
  }
};

/// Where a rank is, for roll calls and for deciding that a job is stuck.
struct RankStatus {
  int rank = -1;
  enum class State : std::uint8_t { Outside, Inside, Finalized, Exited, Died } state = State::Outside;
  std::string call;                  // routine it is inside, or last left
  std::optional<report::Site> site;  // of that call
  std::uint64_t since = 0;           // time of the last event, nanoseconds CLOCK_MONOTONIC
  int code = 0;                      // exit status or signal number
  std::vector<int> waitsFor;         // the ranks that could release it, as far as that is known
};

/// Whether the call that a rank is inside can return, by what has been fed. A driver that makes up the run asks this
/// before it feeds a Leave: that of a real run is truth.
enum class Progress : std::uint8_t {
  Free,
  IfGenerous,  // where the library buffers every message, and lets a rank leave a collective as early as it may
  Held,
};

/// What a window's memory looks like to the program. Unified: one copy, which RMA and loads and stores share in the
/// end. Separate: two copies, which meet only where the window is synchronized. Mpi2: as the older standard says, a
/// store into a window conflicts with every put and accumulate to it in the same epoch, wherever they lie.
enum class MemoryModel : std::uint8_t { Unified, Separate, Mpi2 };

/// By the names of kMemoryModels.
std::optional<MemoryModel> findMemoryModel(std::string_view name);
inline constexpr std::array<std::string_view, 3> kMemoryModels = {"unified", "separate", "mpi2"};

/// Several engines can judge one job. All replay the order; engine 0 also runs the rules that are not about memory, so
/// it gets one owner of memory for every `count` owners that each other engine gets.
struct Share {
  unsigned index = 0;
  unsigned count = 1;
  bool isFirst() const { return index == 0; }
  bool has(int owner) const {
    const unsigned others = count - 1;
    const unsigned turn = static_cast<unsigned>(owner) % (others * count + 1);
    return index == (turn == 0 ? 0 : (turn - 1) % others + 1);
  }
};

struct EngineOptions {
  MemoryModel memoryModel = MemoryModel::Unified;
  ClockKind clock = ClockKind::Auto;
  Share share{};
  bool beginsLate = false;  // some messages were sent before the first record
};

class Rule;

class Engine {
 public:
  /// With all rules.
  Engine() : Engine(EngineOptions{}) {}
  explicit Engine(const EngineOptions &options);
  /// With these rules instead, in the order in which they are asked; see makeRules().
  explicit Engine(std::vector<std::unique_ptr<Rule>> rules);
  ~Engine();

  void feed(const trace::RecordView &record);
  /// All that processes of the node have recorded before this time (nanoseconds, its CLOCK_MONOTONIC) has been fed:
  /// nobody need wait for it.
  void fedUntil(std::uint64_t node, std::uint64_t time);
  /// The process is gone although it recorded neither exit nor signal (kill -9, _exit, lost node).
  void vanished(trace::ProcessKey process);
  /// Nothing more will come; judges what stayed open. `interrupted`: the job was ended from outside (time limit,
  /// Ctrl-C, the tool itself), so that what is missing after the last record is nobody's error.
  void finish(bool interrupted);

  /// Findings since the last call, unfolded, sites by address.
  std::vector<report::Finding> takeFindings();

  /// True when some ranks are inside calls that, by what is recorded so far, no rank will ever release.
  bool stuck() const;
  /// Those ranks.
  std::vector<int> stuckRanks() const;
  std::vector<RankStatus> rankStatuses() const;
  Progress progressOf(int rank) const;
  /// For the receives that the call of the rank completes and that have a choice: the messages of the lowest ranks.
  /// Nothing where they cannot be complete together.
  std::optional<std::vector<ChosenMessage>> chooseMessages(int rank) const;
  int ranks() const;  // world size, 0 while unknown
  const Coverage &coverage() const;
  HistorySize historySize() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine
