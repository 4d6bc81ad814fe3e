#include "report/merge/SameMistake.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "report/merge/Fold.h"
#include "report/merge/Merge.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::finding;
using samples::site;

Finding withCause(Finding finding, Cause cause) {
  finding.cause = std::move(cause);
  return finding;
}

Finding wrongType(unsigned line) {
  return withCause(finding(rule("buffer-type"), "points to integers, but the datatype is MPI_LONG",
                           {call(-1, "MPI_Allreduce", line)}),
                   {.kind = Cause::Kind::WrongType, .argument = 0, .there = 4, .accessed = 8});
}

Finding tooLittle(unsigned line, std::uint64_t accessed, int argument = 0) {
  return withCause(finding(rule("buffer-overflow"), "points to too little", {call(0, "MPI_Allreduce", line)}),
                   {.kind = Cause::Kind::TooShort,
                    .argument = argument,
                    .there = 4,
                    .accessed = accessed,
                    .remark = "; it points to too little"});
}

TEST(SameMistake, AWrongDatatypeAccessesTooMuch) {
  const auto merged = merge({wrongType(10)}, {tooLittle(10, 8)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].rule, rule("buffer-type"));
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].ranks, std::vector{0});
  EXPECT_EQ(merged[0].message, "points to integers, but the datatype is MPI_LONG; it points to too little");
}

TEST(SameMistake, WhatBothAnalysesSeeOfItIsSaidOnce) {
  const Finding overflow = tooLittle(10, 8);
  const auto merged = merge({wrongType(10), overflow}, {overflow});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].message, fold({wrongType(10), overflow})[0].message);
}

TEST(SameMistake, AWrongCountBesideAWrongDatatypeIsAnother) {
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(10, 16)}).size(), 2U);
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(11, 8)}).size(), 2U);
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(10, 8, 1)}).size(), 2U);
}

Finding uncommitted(unsigned line, unsigned made) {
  return withCause(finding(rule("arg-datatype"), "is not committed",
                           {call(0, "MPI_Send", line), site(SiteRole::Creation, 0, "MPI_Type_vector", made)}),
                   {.kind = Cause::Kind::NotCommitted});
}

TEST(SameMistake, ADatatypeIsCommittedOnce) {
  const auto folded = fold({uncommitted(10, 5), uncommitted(12, 5), uncommitted(14, 5)});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].sites.front().line, 10U);
  EXPECT_EQ(folded[0].further.size(), 2U);
  EXPECT_EQ(fold({uncommitted(10, 5), uncommitted(12, 6)}).size(), 2U);
}

TEST(SameMistake, WhatTheRunDidNotComeToIsPartOfWhatItFound) {
  const auto merged = merge({uncommitted(10, 5), uncommitted(12, 5)}, {uncommitted(12, 5)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
}

Finding misfit(unsigned line, const std::string &how, unsigned made) {
  return withCause(finding(rule("buffer-type"), "points to Task",
                           {call(0, "MPI_Send", line), site(SiteRole::Creation, 0, "MPI_Type_create_struct", made)}),
                   {.kind = Cause::Kind::WrongLayout, .argument = 0, .misfit = how});
}

TEST(SameMistake, AWrongLayoutIsOneErrorWhereverItIsUsed) {
  const std::string how = "a floating-point number of 8 bytes at byte 8, but the datatype has MPI_INT there";
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, how, 5)}).size(), 1U);
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, how, 6)}).size(), 2U);
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, "no member at byte 4, but the datatype has MPI_INT there", 5)}).size(),
            2U);
  const Finding overlap =
      withCause(finding(rule("buffer-overlap"), "writes some bytes more than once", {call(0, "MPI_Send", 10)}),
                {.kind = Cause::Kind::EntriesOverlap, .argument = 0});
  EXPECT_EQ(fold({misfit(10, how, 5), overlap}).size(), 1U);
  EXPECT_EQ(fold({misfit(11, how, 5), overlap}).size(), 2U);
}

Finding death(unsigned lastCall) {
  return withCause(finding(rule("lifecycle"), "rank 0 ends by signal 6",
                           {site(SiteRole::Call, 0, "", 158, "/usr/include/c++/12/bits/new_allocator.h"),
                            call(0, "MPI_Allreduce", lastCall)}),
                   {.kind = Cause::Kind::Signal});
}

TEST(SameMistake, WhoWroteTooFarMayDieOfIt) {
  const Finding overflow = tooLittle(10, 800);
  const auto folded = fold({overflow, death(10)});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].rule, rule("buffer-overflow"));
  EXPECT_EQ(folded[0].sites.front().line, 10U);
  EXPECT_EQ(folded[0].sites.back().line, 158U);
  EXPECT_EQ(fold({overflow, death(20)}).size(), 2U);
}

TEST(SameMistake, ADeathInAHeaderIsShownAtTheLastCall) {
  const auto folded = fold({death(20)});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].sites.front().line, 20U);
}

/// A store of a thread at a line of main, and a send that exchange starts when main calls it.
Finding unordered(unsigned store, unsigned send, unsigned caller) {
  Finding race = finding(rule("buffer-race"), "nothing orders the two",
                         {site(SiteRole::Access, 0, "store", store), site(SiteRole::Access, 0, "MPI_Isend", send)});
  race.cause.kind = Cause::Kind::Unordered;
  race.sites[0].function = "main.omp_outlined";
  race.sites[1].function = "exchange";
  if (caller != 0) race.sites[1].stack = {{"main.omp_outlined", race.sites[1].file, caller, 9}};
  return race;
}

TEST(SameMistake, OneBarrierIsMissing) {
  const auto merged = merge({unordered(44, 15, 0)}, {unordered(44, 16, 40)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].sites[1].line, 16U);  // what the run has seen
  EXPECT_EQ(fold({unordered(44, 16, 40), unordered(46, 17, 40)}).size(), 1U);
  EXPECT_EQ(fold({unordered(44, 16, 40), unordered(86, 17, 80)}).size(), 2U);
  EXPECT_EQ(fold({unordered(44, 16, 40), unordered(44, 18, 0)}).size(), 1U);
  EXPECT_EQ(fold({unordered(44, 16, 40), unordered(86, 18, 0)}).size(), 2U);
}

}  // namespace
}  // namespace lockstep::report
