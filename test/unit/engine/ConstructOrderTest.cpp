#include "engine/order/ConstructOrder.h"

#include <gtest/gtest.h>

#include "trace/OrderObject.h"

namespace lockstep::engine {
namespace {

using trace::ThreadEvent;

constexpr std::uint64_t kTeam = trace::objectOf(trace::Family::Team, 8);
constexpr std::uint64_t kBarrier = kTeam + trace::kTeamBarrier;
constexpr std::uint64_t kEnd = kTeam + trace::kTeamEnd;
constexpr std::uint64_t kLock = 1000;

/// A region of two threads, opened by thread 0.
class Region : public testing::Test {
 protected:
  void SetUp() override {
    order.apply(ThreadEvent::Fork, kTeam, 0);
    order.apply(ThreadEvent::Begin, kTeam, 0);
    order.apply(ThreadEvent::Begin, kTeam, 1);
  }
  ConstructOrder::Point inSingle(unsigned thread) {
    order.apply(ThreadEvent::WorkBegin, 0, thread);
    const auto point = order.at(thread);
    order.apply(ThreadEvent::WorkEnd, 0, thread);
    return point;
  }
  void barrier() {
    for (const unsigned thread : {0U, 1U}) order.apply(ThreadEvent::BarrierEnter, kBarrier, thread);
    for (const unsigned thread : {0U, 1U}) order.apply(ThreadEvent::BarrierLeave, kBarrier, thread);
  }
  ConstructOrder order;
};

TEST_F(Region, AThreadsOwnCodeIsInOrder) {
  const auto before = order.at(0);
  EXPECT_TRUE(order.isBefore(before, 0));
  EXPECT_FALSE(order.isBefore(before, 1));
}

TEST_F(Region, BodiesOfOneThreadAreNotInOrder) {
  const auto first = inSingle(0);
  EXPECT_FALSE(order.isBefore(first, 0));  // nor is what the thread does itself
  order.apply(ThreadEvent::WorkBegin, 0, 0);
  EXPECT_FALSE(order.isBefore(first, 0));
}

TEST_F(Region, ABodyIsNotBehindWhatItsThreadDidItself) {
  const auto own = order.at(0);
  order.apply(ThreadEvent::WorkBegin, 0, 0);
  EXPECT_FALSE(order.isBefore(own, 0));
  EXPECT_NE(order.at(0).body, 0U);
}

TEST_F(Region, ABarrierOrdersBodies) {
  const auto first = inSingle(1);
  const auto own = order.at(0);
  barrier();
  order.apply(ThreadEvent::WorkBegin, 0, 0);
  EXPECT_TRUE(order.isBefore(first, 0));
  EXPECT_TRUE(order.isBefore(own, 0));
}

TEST_F(Region, ABodyIsBehindWhatItsThreadHasReceived) {
  const auto first = order.at(1);
  order.apply(ThreadEvent::Post, kLock, 1);
  order.apply(ThreadEvent::Acquire, kLock, 0);
  order.apply(ThreadEvent::WorkBegin, 0, 0);
  EXPECT_TRUE(order.isBefore(first, 0));
}

TEST_F(Region, ALockKeepsApart) {
  order.apply(ThreadEvent::Acquire, kLock, 0);
  const auto first = order.at(0);
  order.apply(ThreadEvent::Release, kLock, 0);
  order.apply(ThreadEvent::Acquire, kLock, 1);
  EXPECT_TRUE(order.isBefore(first, 1));
  EXPECT_FALSE(order.isBeforeWithoutLocks(first, 1));
  EXPECT_TRUE(order.haveCommonLock(first, order.at(1)));
}

TEST_F(Region, WhatTwoHoldAtOnceIsNoLock) {
  order.apply(ThreadEvent::Acquire, kLock, 0);
  const auto first = order.at(0);
  order.apply(ThreadEvent::Acquire, kLock, 1);
  EXPECT_FALSE(order.haveCommonLock(first, order.at(1)));
}

TEST_F(Region, ItsEndBeginsANewAge) {
  const auto before = order.age();
  for (const unsigned thread : {1U, 0U}) order.apply(ThreadEvent::End, kEnd, thread);
  EXPECT_TRUE(order.at(0).isParallel);
  order.apply(ThreadEvent::Join, kEnd, 0);
  EXPECT_FALSE(order.at(0).isParallel);
  EXPECT_NE(order.age(), before);
}

TEST(ConstructOrder, OfManyBodiesSomeShareTheirThreadsStrand) {
  ConstructOrder order;
  order.apply(ThreadEvent::Fork, kTeam, 0);
  order.apply(ThreadEvent::Begin, kTeam, 0);
  for (int i = 0; i < 1000; ++i) {
    order.apply(ThreadEvent::WorkBegin, 0, 0);
    EXPECT_NE(order.at(0).strand, ConstructOrder::Point::kNone);
    order.apply(ThreadEvent::WorkEnd, 0, 0);
  }
}

TEST(ConstructOrder, ThreadsThatNobodyHasSeenBeginAreNotKnown) {
  ConstructOrder order;
  order.apply(ThreadEvent::Acquire, kLock, 3);
  EXPECT_FALSE(order.at(3).isKnown);
  EXPECT_FALSE(order.at(4).isKnown);
}

TEST(ConstructOrder, TheInitializerIsBoundToItsOwnCode) {
  ConstructOrder order;
  order.initialize(2);
  EXPECT_TRUE(order.isOfInitializer(2));
  EXPECT_FALSE(order.isOfInitializer(0));
  order.apply(ThreadEvent::Fork, kTeam, 2);
  order.apply(ThreadEvent::Begin, kTeam, 2);
  EXPECT_TRUE(order.isOfInitializer(2));
  order.apply(ThreadEvent::WorkBegin, 0, 2);
  EXPECT_FALSE(order.isOfInitializer(2));
}

}  // namespace
}  // namespace lockstep::engine
