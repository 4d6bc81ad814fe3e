// Several processes of one launch line analyze a share of the trace each; here the first one collects the findings of
// the others. They communicate through a folder of the trace only.
//
// Files of earlier, failed launches may exist there. So every process maintains a heartbeat file with a nonce; the
// first process echoes each nonce together with its own, and a process writes results only after it has seen the echo.
// A process whose heartbeat stops is given up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/Engine.h"
#include "report/Finding.h"

namespace lockstep::cli {

/// The heartbeat file of a process.
struct Sign {
  std::uint64_t number = 0;                     // its own; that of the first is the merge's
  std::uint64_t beat = 0;                       // incremented as long as it is alive
  std::map<unsigned, std::uint64_t> answers{};  // of the first: the numbers of the others, by their index
  friend bool operator==(const Sign &, const Sign &) = default;
};

std::string toText(const Sign &sign);
/// A sign with the number 0 where the text is none.
Sign parseSign(const std::string &text);

struct GatheringTimes {
  std::chrono::milliseconds beat{100};
  std::chrono::milliseconds patience{60'000};  // with a silent process; files of other machines become visible late
  std::chrono::milliseconds farewell{3'000};   // after its heartbeat file was removed
};

class ResultMerge {
 public:
  /// Throws a Failure where the trace cannot be written to.
  ResultMerge(const std::filesystem::path &trace, engine::Share share, const GatheringTimes &times = {});
  ResultMerge(const ResultMerge &) = delete;
  ResultMerge &operator=(const ResultMerge &) = delete;
  ~ResultMerge();

  /// Not for the first. Throws a Failure when the first is gone.
  void bring(std::vector<report::Finding> findings);
  /// For the first process: the findings of the others. Throws a Failure if one of them dies before.
  std::vector<report::Finding> takeAll();

 private:
  using Clock = std::chrono::steady_clock;
  /// The last heartbeat of a process, and when it changed.
  struct Seen {
    Sign sign;
    Clock::time_point at = Clock::now();
    bool hasLeft = false;
  };

  std::filesystem::path signOf(unsigned index) const;
  std::filesystem::path foundBy(unsigned index, std::uint64_t mergeNumber) const;
  void live(const std::stop_token &stop);
  void stopLiving();
  void renewSign();
  void look(unsigned index);
  bool isGone(unsigned index) const;
  bool pause(const std::stop_token &stop);

  engine::Share share_;
  GatheringTimes times_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;  // guards the following members
  std::condition_variable_any over_;
  Sign sign_;
  std::map<unsigned, Seen> others_;
  std::jthread life_;  // the last member: it uses the others
};

}  // namespace lockstep::cli
