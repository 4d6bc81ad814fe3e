#include "mpi/Significance.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace lockstep::mpi {
namespace {

constexpr Standing kRankZero{.isInter = false, .ownRank = 0};
constexpr Standing kRankOne{.isInter = false, .ownRank = 1};
constexpr Standing kInter{.isInter = true, .ownRank = 0};
constexpr std::int64_t kAddress = 0x1000;

/// The names of the arguments that are significant, where arguments have the values given by name and otherwise 0, but
/// buffers an address.
std::string significant(Routine routine, const Standing &standing, std::map<std::string_view, std::int64_t> given) {
  const RoutineInfo &row = info(routine);
  const auto valueOf = [&](std::size_t index) {
    const auto value = given.find(row.storage[index].name);
    if (value != given.end()) return value->second;
    return isDataBuffer(row.storage[index].role) ? kAddress : std::int64_t{0};
  };
  std::string names;
  for (std::size_t i = 0; i < row.arity; ++i)
    if (isSignificant(
            row, i, [&] { return standing; }, valueOf))
      names += (names.empty() ? "" : " ") + std::string(row.storage[i].name);
  return names;
}

TEST(Significance, WithoutConditionEverything) {
  EXPECT_EQ(significant(Routine::Bcast, kRankOne, {}), "buffer count datatype root comm");
  EXPECT_EQ(significant(Routine::Wait, {}, {}), "request status");
}

TEST(Significance, OfProcNullOnlyTheHandle) {
  EXPECT_EQ(significant(Routine::Send, kRankZero, {{"dest", kProcNull}}), "dest comm");
  EXPECT_EQ(significant(Routine::Send, kRankZero, {{"dest", 1}}), "buf count datatype dest tag comm");
  EXPECT_EQ(significant(Routine::Put, {}, {{"target_rank", kProcNull}}), "target_rank win");
}

TEST(Significance, OfEachHalfOfASendrecv) {
  EXPECT_EQ(significant(Routine::Sendrecv, kRankZero, {{"dest", kProcNull}}),
            "dest recvbuf recvcount recvtype source recvtag comm status");
  EXPECT_EQ(significant(Routine::Sendrecv, kRankZero, {{"source", kProcNull}}),
            "sendbuf sendcount sendtype dest sendtag source comm status");
}

TEST(Significance, OfTheOneBufferOfASendrecvReplaceAsLongAsOnePeerIsReal) {
  EXPECT_EQ(significant(Routine::Sendrecv_replace, kRankZero, {{"dest", kProcNull}}),
            "buf count datatype dest source recvtag comm status");
  EXPECT_EQ(significant(Routine::Sendrecv_replace, kRankZero, {{"dest", kProcNull}, {"source", kProcNull}}),
            "dest source comm status");
}

TEST(Significance, AtTheRootAndAwayFromIt) {
  EXPECT_EQ(significant(Routine::Gather, kRankZero, {}),
            "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm");
  EXPECT_EQ(significant(Routine::Gather, kRankOne, {}), "sendbuf sendcount sendtype root comm");
  EXPECT_EQ(significant(Routine::Scatterv, kRankOne, {}), "recvbuf recvcount recvtype root comm");
  EXPECT_EQ(significant(Routine::Reduce, kRankOne, {}), "sendbuf count datatype op root comm");
  EXPECT_EQ(significant(Routine::Intercomm_create, kRankOne, {}), "local_comm local_leader tag newintercomm");
}

TEST(Significance, WithInPlace) {
  EXPECT_EQ(significant(Routine::Gather, kRankZero, {{"sendbuf", kInPlace}}), "recvbuf recvcount recvtype root comm");
  EXPECT_EQ(significant(Routine::Gather, kRankOne, {{"sendbuf", kInPlace}}), "sendbuf sendcount sendtype root comm")
      << "it is not allowed there, which can only be judged if it counts";
  EXPECT_EQ(significant(Routine::Allgather, kRankOne, {{"sendbuf", kInPlace}}), "recvbuf recvcount recvtype comm");
  EXPECT_EQ(significant(Routine::Allreduce, kRankOne, {{"sendbuf", kInPlace}}), "recvbuf count datatype op comm");
}

TEST(Significance, OnAnIntercommunicator) {
  EXPECT_EQ(significant(Routine::Bcast, kInter, {{"root", kProcNull}}), "root comm");
  EXPECT_EQ(significant(Routine::Bcast, kInter, {{"root", kRootHere}}), "buffer count datatype root comm");
  EXPECT_EQ(significant(Routine::Gather, kInter, {{"root", kRootHere}}), "recvbuf recvcount recvtype root comm");
  EXPECT_EQ(significant(Routine::Gather, kInter, {{"root", 0}}), "sendbuf sendcount sendtype root comm")
      << "rank 0 of the other group is the root, not the caller";
  EXPECT_EQ(significant(Routine::Reduce, kInter, {{"root", kProcNull}}), "root comm");
}

TEST(Significance, OfNoOp) {
  constexpr auto kNoOp = static_cast<std::int64_t>(PredefinedOp::NoOp);
  EXPECT_EQ(significant(Routine::Fetch_and_op, {}, {{"op", kNoOp}}),
            "result_addr datatype target_rank target_disp op win");
  EXPECT_EQ(significant(Routine::Get_accumulate, {}, {{"op", kNoOp}, {"target_rank", kProcNull}}), "target_rank win");
}

TEST(Significance, OfAnExclusiveScanTheFirstMemberGetsNothing) {
  EXPECT_EQ(significant(Routine::Exscan, kRankZero, {}), "sendbuf count datatype op comm");
  EXPECT_EQ(significant(Routine::Exscan, kRankOne, {}), "sendbuf recvbuf count datatype op comm");
  EXPECT_EQ(significant(Routine::Exscan, kRankZero, {{"sendbuf", kInPlace}}), "recvbuf count datatype op comm")
      << "what it gives lies there";
}

TEST(Significance, OfARootedCallWhoseCommunicatorIsNotKnownIsNotDecided) {
  EXPECT_EQ(significant(Routine::Gather, {}, {}), "root comm");
}

}  // namespace
}  // namespace lockstep::mpi
