#include "engine/rules/EarlierCalls.h"

#include <tuple>
#include <utility>

namespace lockstep::engine {
namespace {

auto placeOf(const report::Site &site) {
  const report::CodeAddress address = site.address.value_or(report::CodeAddress{});
  return std::tuple(site.file, site.line, site.column, address.module, address.offset, site.call);
}

bool holdTheSame(const ConstructOrder::Locks &a, const ConstructOrder::Locks &b) {
  return a == b || (a && b && *a == *b);
}

}  // namespace

Apart EarlierCalls::apartOf(const One &one, const Call &call, const ConstructOrder::Point &now,
                            const ProcessContext &context) {
  const ConstructOrder &order = context.process().constructs;
  if (order.isBefore(one.point, call.thread)) {
    const bool isByLock = !order.isBeforeWithoutLocks(one.point, call.thread) && order.haveCommonLock(one.point, now);
    return isByLock ? Apart::ByLock : Apart::ByOrder;
  }
  const bool isByMessage = one.left.isSet() && order.hasHeard(call.thread, one.left, context.order());
  if (isByMessage) return Apart::ByOrder;
  return one.left.isSet() && order.isBlind() ? Apart::ByNothingSeen : Apart::ByNothing;
}

void EarlierCalls::forgetOld(const ConstructOrder &order) {
  if (age_ == order.age()) return;
  age_ = order.age();
  calls_.clear();
}

void EarlierCalls::add(const Call &call, bool bySite, const ProcessContext &context) {
  const ConstructOrder &order = context.process().constructs;
  forgetOld(order);
  ConstructOrder::Point now = order.at(call.thread);
  if (!now.isKnown || now.strand == ConstructOrder::Point::kNone) return;
  const auto same = std::ranges::find_if(calls_, [&](const One &one) {
    return one.point.strand == now.strand && holdTheSame(one.point.locks, now.locks) &&
           (!bySite || (one.call->site == call.site && one.call->thread == call.thread));
  });
  if (same != calls_.end()) return void(*same = One{call.self(), std::move(now), {}});
  if (calls_.size() == kMost) calls_.erase(calls_.begin());
  calls_.push_back({call.self(), std::move(now), {}});
}

void EarlierCalls::leave(const Call &call, const ProcessContext &context) {
  const auto one = std::ranges::find_if(calls_, [&](const One &some) { return some.call.get() == &call; });
  if (one != calls_.end()) one->left = context.now();
}

bool isSamePlace(const report::Site &one, const report::Site &other) { return placeOf(one) == placeOf(other); }

void addInOrderOfPlace(report::Finding &finding, report::Site one, report::Site other) {
  if (placeOf(other) < placeOf(one)) std::swap(one, other);
  finding.sites.push_back(std::move(one));
  finding.sites.push_back(std::move(other));
}

}  // namespace lockstep::engine
