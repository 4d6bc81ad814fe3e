// A vector that is mostly empty, and then takes a single pointer: events have many lists, and most events use none.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace lockstep::engine {

template <class T>
class LazyVector {
 public:
  LazyVector() = default;
  LazyVector &operator=(std::vector<T> items) {
    items_ = items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items));
    return *this;
  }

  void push_back(T item) {
    if (!items_) items_ = std::make_unique<std::vector<T>>();
    items_->push_back(std::move(item));
  }

  bool empty() const { return items_ == nullptr; }
  const T &front() const { return items_->front(); }
  const T *begin() const { return items_ ? items_->data() : nullptr; }
  const T *end() const { return items_ ? items_->data() + items_->size() : nullptr; }

 private:
  std::unique_ptr<std::vector<T>> items_;
};

}  // namespace lockstep::engine
