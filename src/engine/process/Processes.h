// The processes of the job: by the key in their records and, once known, by world rank.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/process/Process.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

class Processes {
 public:
  /// Creates the process if it is new. Consecutive records are often of one process, so the last one is cached.
  Process &of(trace::ProcessKey key);
  /// Null if there is none.
  Process *find(trace::ProcessKey key) const;
  const Process &of(const ProcessInfo &info) const { return *all_[info.number]; }

  void setWorldSize(std::size_t size) { ranks_.resize(size); }
  bool isRankFree(std::size_t rank) const { return rank < ranks_.size() && ranks_[rank] == nullptr; }
  void setRank(Process &process, int rank);
  /// Null if the process of the rank is not known yet.
  Process *ofRank(int rank) const;
  /// By rank, null if the process is not known yet; empty until the world size is known.
  const std::vector<Process *> &ranks() const { return ranks_; }

  /// In key order.
  template <class Visit>
  void forEach(Visit visit) const {
    for (const auto &[key, process] : byKey_) visit(*process);
  }

 private:
  std::vector<std::unique_ptr<Process>> all_;  // by number
  std::map<trace::ProcessKey, Process *> byKey_;
  Process *last_ = nullptr;  // cache of the last lookup
  std::vector<Process *> ranks_;
};

}  // namespace lockstep::engine
