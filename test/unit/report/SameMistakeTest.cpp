#include "report/merge/SameMistake.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::finding;
using samples::site;

Finding wrongType(unsigned line, const std::string &argument = "sendbuf") {
  return finding(
      rule("buffer-type"),
      argument + " of MPI_Allreduce (argument 1) points to integers of 4 bytes, but the datatype is MPI_LONG",
      {call(-1, "MPI_Allreduce", line)});
}

Finding tooLittle(unsigned line, const std::string &sizes, const std::string &argument = "sendbuf") {
  return finding(rule("buffer-overflow"), argument + " of MPI_Allreduce (argument 1) points to " + sizes,
                 {call(0, "MPI_Allreduce", line)});
}

TEST(SameMistake, AWrongDatatypeAccessesTooMuch) {
  const auto merged = merge({wrongType(10)}, {tooLittle(10, "4 bytes of memory, but the call accesses 8")});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].rule, rule("buffer-type"));
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].ranks, std::vector{0});
  EXPECT_EQ(merged[0].message,
            "sendbuf of MPI_Allreduce (argument 1) points to integers of 4 bytes, but the datatype is MPI_LONG; it "
            "points to 4 bytes of memory, but the call accesses 8");
}

TEST(SameMistake, WhatBothAnalysesSeeOfItIsSaidOnce) {
  const Finding overflow = tooLittle(10, "4 bytes of memory, but the call accesses 8");
  const auto merged = merge({wrongType(10), overflow}, {overflow});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].message, fold({wrongType(10), overflow})[0].message);
}

TEST(SameMistake, AWrongCountBesideAWrongDatatypeIsAnother) {
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(10, "4 bytes of memory, but the call accesses 16")}).size(), 2U);
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(11, "4 bytes of memory, but the call accesses 8")}).size(), 2U);
  EXPECT_EQ(merge({wrongType(10)}, {tooLittle(10, "4 bytes of memory, but the call accesses 8", "recvbuf")}).size(),
            2U);
}

Finding uncommitted(unsigned line, unsigned made) {
  return finding(rule("arg-datatype"), "datatype of MPI_Send (argument 3) is a datatype that is not committed",
                 {call(0, "MPI_Send", line), site(SiteRole::Creation, 0, "MPI_Type_vector", made)});
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
  return finding(rule("buffer-type"), "buf of MPI_Send (argument 1) points to Task, which has " + how,
                 {call(0, "MPI_Send", line), site(SiteRole::Creation, 0, "MPI_Type_create_struct", made)});
}

TEST(SameMistake, AWrongLayoutIsOneErrorWhereverItIsUsed) {
  const std::string how = "a floating-point number of 8 bytes at byte 8, but the datatype has MPI_INT there";
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, how, 5)}).size(), 1U);
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, how, 6)}).size(), 2U);
  EXPECT_EQ(fold({misfit(10, how, 5), misfit(20, "no member at byte 4, but the datatype has MPI_INT there", 5)}).size(),
            2U);
  const Finding overlap =
      finding(rule("buffer-overlap"),
              "MPI_Send writes some bytes more than once: the entries of buf, 1 x t, overlap each other",
              {call(0, "MPI_Send", 10)});
  EXPECT_EQ(fold({misfit(10, how, 5), overlap}).size(), 1U);
  EXPECT_EQ(fold({misfit(11, how, 5), overlap}).size(), 2U);
}

Finding death(unsigned lastCall) {
  return finding(rule("lifecycle"), "rank 0 ends by signal 6 (Aborted) without calling MPI_Finalize",
                 {site(SiteRole::Call, 0, "", 158, "/usr/include/c++/12/bits/new_allocator.h"),
                  call(0, "MPI_Allreduce", lastCall)});
}

TEST(SameMistake, WhoWroteTooFarMayDieOfIt) {
  const Finding overflow = tooLittle(10, "4 bytes of memory, but the call accesses 800");
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
  race.sites[0].label = "writes to the same memory";
  race.sites[0].function = "main.omp_outlined";
  race.sites[1].function = "exchange";
  if (caller != 0) race.sites[1].stack = {{"main.omp_outlined", race.sites[1].file, caller, 9}};
  if (caller == 0) race.sites[1].label = "may run at the same time";
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
