#include "engine/calls/ActiveCalls.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

Ref<Call> callBy(unsigned thread, bool isNested = false) {
  auto call = makeRef<Call>();
  call->thread = thread;
  call->isNested = isNested;
  return call;
}

std::vector<const Call *> others(const ActiveCalls &inside, unsigned thread) {
  std::vector<const Call *> calls;
  inside.forEachOther(thread, [&](const Call &call) { calls.push_back(&call); });
  return calls;
}

using Calls = std::vector<const Call *>;

TEST(Inside, ShowsTheCallsOfOtherThreads) {
  ActiveCalls inside;
  const auto one = callBy(0);
  const auto other = callBy(1);
  inside.enter(*one);
  EXPECT_EQ(others(inside, 0), Calls{});
  inside.enter(*other);
  EXPECT_EQ(others(inside, 0), Calls{other.get()});
  EXPECT_EQ(others(inside, 1), Calls{one.get()});
  inside.leave(*one);
  EXPECT_EQ(others(inside, 1), Calls{});
}

TEST(Inside, GivesUpCallsThatWereLeftWithoutARecord) {
  ActiveCalls inside;
  const auto outer = callBy(0);
  const auto callback = callBy(0, true);
  const auto other = callBy(1);
  inside.enter(*outer);
  inside.enter(*other);
  inside.enter(*callback);
  EXPECT_EQ(others(inside, 1), (Calls{outer.get(), callback.get()}));
  inside.leave(*outer);
  EXPECT_EQ(others(inside, 1), Calls{});
  inside.enter(*outer);
  const auto next = callBy(0);
  inside.enter(*next);
  EXPECT_EQ(others(inside, 1), Calls{next.get()});
  EXPECT_EQ(others(inside, 0), Calls{other.get()});
}

}  // namespace
}  // namespace lockstep::engine
