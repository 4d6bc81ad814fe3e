// The calls of a process that may be unordered with later ones: the last one for every strand (see ConstructOrder.h),
// place and set of held locks. A call ordered after the last one is ordered after those before it.
//
// Calls are compared by the order that the program's constructs guarantee, not by overlap. This order is unknown for a
// thread whose start was not recorded (it is older than the recorder, or another tool uses OMPT): its calls are
// unordered with those that they overlap.
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

/// What separates two calls of one process.
enum class Apart : std::uint8_t {
  ByOrder,
  ByLock,
  ByNothingSeen,  // they did not overlap, and flags of the program may order them invisibly
  ByNothing
};

class EarlierCalls {
 public:
  struct One {
    CallPtr call;
    ConstructOrder::Point point;
    Moment left;  // not set: call in progress
  };

  /// Calls `visit(const Call &earlier, Apart)` for the earlier calls that are not ordered before `call`.
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

/// Earlier calls by their subject. A program may create and free handles without limit: the least recently used ones
/// are dropped, which may hide an error but never causes one.
template <class Key>
class EarlierCallsOf {
 public:
  EarlierCalls &operator[](const Key &key) {
    if (all_.size() >= kMost && !all_.contains(key)) forgetHalf();
    auto &[use, calls] = all_[key];
    use = ++uses_;
    return calls;
  }
  /// Null if there are none.
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

  std::map<Key, std::pair<std::uint64_t, EarlierCalls>> all_;  // with the time of last use
  std::uint64_t uses_ = 0;
};

/// Calls `visit(const Call &)` for the calls in progress on other threads if the start of one of the two threads is
/// unknown.
template <class Visit>
void forEachOverlapOfUnknown(const Call &call, const ProcessContext &context, Visit visit) {
  const ConstructOrder &order = context.process().constructs;
  const bool isKnown = order.at(call.thread).isKnown;
  context.process().inside.forEachOther(call.thread, [&](const Call &other) {
    if (!isKnown || !order.at(other.thread).isKnown) visit(other);
  });
}

/// Adds two sites in an order independent of which call came first.
void addInOrderOfPlace(report::Finding &finding, report::Site one, report::Site other);
/// Compares code places: sites are numbered per thread.
bool isSamePlace(const report::Site &one, const report::Site &other);

}  // namespace lockstep::engine
