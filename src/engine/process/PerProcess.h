// Data per process, indexed by the process's number: rules look theirs up with every call.
#pragma once

#include <memory>
#include <vector>

#include "engine/objects/ProcessInfo.h"

namespace lockstep::engine {

template <class T>
class PerProcess {
 public:
  /// References to the data of other processes stay valid.
  T &operator[](const ProcessInfo &process) {
    if (process.number >= all_.size()) all_.resize(process.number + 1);
    std::unique_ptr<T> &one = all_[process.number];
    if (!one) one = std::make_unique<T>();
    return *one;
  }
  /// Null where nothing is kept yet.
  const T *find(const ProcessInfo &process) const {
    return process.number < all_.size() ? all_[process.number].get() : nullptr;
  }
  void forget(const ProcessInfo &process) {
    if (process.number < all_.size()) all_[process.number].reset();
  }

 private:
  std::vector<std::unique_ptr<T>> all_;
};

}  // namespace lockstep::engine
