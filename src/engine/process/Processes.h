// The processes of the job: by the key that their records have and, once they have said which rank they are, by rank in
// the world.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/process/Process.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

class Processes {
 public:
  /// Makes one where none is known. Records come in turns of one process, which is found at once.
  Process &of(trace::ProcessKey key);
  /// Null where none is known.
  Process *find(trace::ProcessKey key) const;

  void setWorldSize(std::size_t size) { ranks_.resize(size); }
  bool isRankFree(std::size_t rank) const { return rank < ranks_.size() && ranks_[rank] == nullptr; }
  void setRank(Process &process, int rank);
  /// Null while the process of the rank is not known.
  Process *ofRank(int rank) const;
  /// By rank, null where the process is not known yet; empty as long as the size of the world is not.
  const std::vector<Process *> &ranks() const { return ranks_; }

  /// In the order of their keys.
  template <class Visit>
  void forEach(Visit visit) const {
    for (const auto &[key, process] : all_) visit(*process);
  }

 private:
  std::map<trace::ProcessKey, std::unique_ptr<Process>> all_;
  Process *last_ = nullptr;  // that was asked for
  std::vector<Process *> ranks_;
};

}  // namespace lockstep::engine
