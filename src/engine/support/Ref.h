// A reference-counting pointer for objects that stay within one engine: the count is intrusive and not atomic.
// std::shared_ptr counts atomically once the tool has a second thread, and events share so much that an analysis then
// takes a third longer.
#pragma once

#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <utility>

namespace lockstep::engine {

/// Base class for Ref. A copy is another object and has its own count.
class Counted {
 public:
  Counted() = default;
  Counted(const Counted &) noexcept {}
  Counted &operator=(const Counted &) noexcept { return *this; }

 protected:
  ~Counted() { assert(uses_ == 0); }

 private:
  template <class T>
  friend class Ref;
  mutable unsigned uses_ = 0;
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  /// The object was created with `new`, or another Ref points to it.
  explicit Ref(T *object) : object_(object) { retain(); }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  requires std::convertible_to<U *, T *> Ref(const Ref<U> &other) : Ref(other.get()) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  [[gnu::always_inline]] ~Ref() {
    if (object_ != nullptr && --object_->uses_ == 0) drop();
  }

  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  T *get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref &a, const Ref &b) { return a.object_ == b.object_; }
  friend auto operator<=>(const Ref &a, const Ref &b) { return std::compare_three_way()(a.object_, b.object_); }

 private:
  void retain() {
    if (object_ != nullptr) ++object_->uses_;
  }
  [[gnu::noinline]] void drop() { delete object_; }

  T *object_ = nullptr;
};

template <class T, class... Arguments>
Ref<T> makeRef(Arguments &&...arguments) {
  return Ref<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace lockstep::engine
