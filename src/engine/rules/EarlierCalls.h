// The calls of a process that may be out of order with what comes: the last one of every strand (see ConstructOrder.h),
// place and set of locks held. What is behind the last one is behind those before it.
//
// How two calls stand to each other is asked of the order that the program makes, not of what overlapped. Only of a
// thread that nobody has seen begin (it is older than the recorder, or another tool has OpenMP's callbacks) that order
// is not known: such a call is out of order with those that it overlaps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "engine/order/ConstructOrder.h"

namespace lockstep::engine {

/// How two calls of one process are kept apart.
enum class Apart : std::uint8_t {
  ByOrder,
  ByLock,
  ByNothingSeen,  // they did not overlap, and flags of the program may order them out of sight
  ByNothing
};

class EarlierCalls {
 public:
  struct One {
    CallPtr call;
    ConstructOrder::Point point;
    Moment left;  // not set: its thread is inside
  };

  /// Calls `visit(const Call &earlier, Apart)` for those that are not before the call that is made now.
  template <class Visit>
  void forEachApart(const Call &call, const ProcessContext &context, Visit visit) {
    const ConstructOrder &order = context.process().constructs;
    forgetOld(order);
    const ConstructOrder::Point now = order.at(call.thread);
    if (now.isKnown)
      for (const One &one : calls_)
        if (const Apart apart = apartOf(one, call, now, context); apart != Apart::ByOrder) visit(*one.call, apart);
  }

  /// `bySite`: the last of every place.
  void add(const Call &call, bool bySite, const ProcessContext &context);
  void leave(const Call &call, const ProcessContext &context);
  bool isEmpty() const { return calls_.empty(); }

 private:
  static constexpr std::size_t kMost = 256;

  static Apart apartOf(const One &one, const Call &call, const ConstructOrder::Point &now,
                       const ProcessContext &context);
  void forgetOld(const ConstructOrder &order);

  std::vector<One> calls_;
  std::uint64_t age_ = 0;
};

/// Earlier calls by what they are about. A program may make and free handles without end: those that nobody has used
/// for longest are forgotten, which may hide an error and never makes one.
template <class Key>
class EarlierCallsOf {
 public:
  EarlierCalls &operator[](const Key &key) {
    if (all_.size() >= kMost && !all_.contains(key)) forgetHalf();
    auto &[use, calls] = all_[key];
    use = ++uses_;
    return calls;
  }
  /// Null for none.
  EarlierCalls *find(const Key &key) {
    const auto known = all_.find(key);
    return known != all_.end() ? &known->second.second : nullptr;
  }
  void clear() { all_.clear(); }

 private:
  static constexpr std::size_t kMost = 1024;

  void forgetHalf() {
    std::vector<std::uint64_t> uses;
    for (const auto &[key, one] : all_) uses.push_back(one.first);
    const auto middle = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 2);
    std::ranges::nth_element(uses, middle);
    std::erase_if(all_, [&](const auto &one) { return one.second.first < *middle; });
  }

  std::map<Key, std::pair<std::uint64_t, EarlierCalls>> all_;  // with the number of the last use
  std::uint64_t uses_ = 0;
};

/// Calls `visit(const Call &)` for the calls that other threads are inside where one of the two threads is not known.
template <class Visit>
void forEachOverlapOfUnknown(const Call &call, const ProcessContext &context, Visit visit) {
  const ConstructOrder &order = context.process().constructs;
  const bool isKnown = order.at(call.thread).isKnown;
  context.process().inside.forEachOther(call.thread, [&](const Call &other) {
    if (!isKnown || !order.at(other.thread).isKnown) visit(other);
  });
}

/// Two sites in an order that does not depend on which call came first.
void addInOrderOfPlace(report::Finding &finding, report::Site one, report::Site other);
/// The same place in the code. Every thread numbers its sites itself.
bool isSamePlace(const report::Site &one, const report::Site &other);

}  // namespace lockstep::engine
