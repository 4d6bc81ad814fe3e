// A copy-on-write value: states of a walk are copied at every branch, and most copies are never changed.
#pragma once

#include <memory>
#include <utility>

namespace lockstep::passes {

template <class T>
class Shared {
 public:
  const T &operator*() const { return *value_; }
  const T *operator->() const { return value_.get(); }
  /// For modification; valid until the next copy.
  T &edit() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(std::as_const(*value_));
    return *value_;
  }
  bool isSameObject(const Shared &other) const { return value_ == other.value_; }

 private:
  std::shared_ptr<T> value_ = std::make_shared<T>();
};

}  // namespace lockstep::passes
