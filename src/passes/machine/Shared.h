// A value that copies share until one of them changes it: the states of a program are copied at every branch and mostly
// stay as they are.
#pragma once

#include <memory>
#include <utility>

namespace lockstep::passes {

template <class T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

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
