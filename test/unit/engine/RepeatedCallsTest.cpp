#include "engine/calls/RepeatedCalls.h"

#include <gtest/gtest.h>

#include "engine/process/Process.h"

namespace lockstep::engine {
namespace {

Ref<Call> send(std::int64_t dest, std::uint32_t site = 1) {
  auto call = makeRef<Call>();
  call->routine = &mpi::info(mpi::Routine::Send);
  call->site = site;
  call->arguments = ArgumentValues(call->routine->arity);
  call->arguments[static_cast<std::size_t>(call->routine->indexOf(mpi::Role::Dest))] = dest;
  return call;
}

TEST(RepeatedCalls, KnowsTheRoundsOfALoopOverNeighbors) {
  RepeatedCalls repeats;
  const auto left = send(1);
  const auto right = send(2);
  repeats.note(left);
  repeats.note(right);
  EXPECT_EQ(left->repeated, nullptr);
  EXPECT_EQ(right->repeated, nullptr);
  const auto leftAgain = send(1);
  const auto rightAgain = send(2);
  repeats.note(leftAgain);
  repeats.note(rightAgain);
  EXPECT_EQ(leftAgain->repeated, left);
  EXPECT_EQ(rightAgain->repeated, right);
  leftAgain->deduced().faultlessAt = 7;
  EXPECT_EQ(left->deduced().faultlessAt, 7U);
  EXPECT_EQ(right->deduced().faultlessAt, 0U);
}

TEST(RepeatedCalls, TellsApartWhatIsNotTheSame) {
  RepeatedCalls repeats;
  repeats.note(send(1));
  const auto elsewhere = send(1, 2);
  repeats.note(elsewhere);
  EXPECT_EQ(elsewhere->repeated, nullptr);
  const auto byOther = send(1);
  byOther->thread = 1;
  repeats.note(byOther);
  EXPECT_EQ(byOther->repeated, nullptr);
  const auto nested = send(1);
  nested->isNested = true;
  repeats.note(nested);
  EXPECT_EQ(nested->repeated, nullptr);
  const auto listed = send(1);
  listed->arrays.push_back({0, {1, 2}});
  repeats.note(listed);
  EXPECT_EQ(listed->repeated, nullptr);
}

TEST(RepeatedCalls, StaysSmallWhereNothingRepeats) {
  RepeatedCalls repeats;
  for (std::int64_t dest = 0; dest < 10000; ++dest) {
    const auto call = send(dest);
    repeats.note(call);
    EXPECT_EQ(call->repeated, nullptr);
  }
  const auto old = send(0);
  repeats.note(old);
  EXPECT_EQ(old->repeated, nullptr);
}

}  // namespace
}  // namespace lockstep::engine
