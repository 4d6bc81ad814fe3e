#include "engine/process/Processes.h"

namespace lockstep::engine {

Process &Processes::of(trace::ProcessKey key) {
  if (last_ != nullptr && last_->key == key) return *last_;
  std::unique_ptr<Process> &process = all_[key];
  if (!process) {
    process = std::make_unique<Process>();
    process->key = key;
    process->number = all_.size() - 1;
  }
  last_ = process.get();
  return *process;
}

Process *Processes::find(trace::ProcessKey key) const {
  const auto known = all_.find(key);
  return known != all_.end() ? known->second.get() : nullptr;
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
