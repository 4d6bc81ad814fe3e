#include "engine/process/Processes.h"

namespace lockstep::engine {

Process &Processes::of(trace::ProcessKey key) {
  if (last_ != nullptr && last_->key == key) return *last_;
  Process *&process = byKey_[key];
  if (process == nullptr) {
    process = all_.emplace_back(std::make_unique<Process>()).get();
    process->key = key;
    process->number = all_.size() - 1;
  }
  last_ = process;
  return *process;
}

Process *Processes::find(trace::ProcessKey key) const {
  const auto known = byKey_.find(key);
  return known != byKey_.end() ? known->second : nullptr;
}

void Processes::setRank(Process &process, int rank) {
  process.rank = rank;
  ranks_[static_cast<std::size_t>(rank)] = &process;
}

Process *Processes::ofRank(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  return index < ranks_.size() ? ranks_[index] : nullptr;
}

}  // namespace lockstep::engine
