// The data described by calls, and the comparison of a message with its receive.
#include "engine/calls/CallData.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/process/Process.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedType;
using mpi::Routine;

constexpr std::int64_t number(PredefinedType type) { return static_cast<std::int64_t>(type); }
constexpr std::int64_t kInt = number(PredefinedType::Int);
constexpr std::int64_t kDouble = number(PredefinedType::Double);
constexpr std::int64_t kByte = number(PredefinedType::Byte);
constexpr std::int64_t kPacked = number(PredefinedType::Packed);
constexpr std::int64_t kVector = 1000;  // 4 x INT with gaps

class CallDataTest : public testing::Test {
 protected:
  CallDataTest() {
    struct {
      trace::Type type;
      trace::TypeBlock block;
    } record{};
    record.type.id = kVector;
    record.type.extent = 64;
    record.type.blockCount = 1;
    record.block = {0, 16, 4, 1, static_cast<std::uint32_t>(PredefinedType::Int), 0};
    process_.types.define(record.type);
  }

  Call call(Routine routine, const std::map<std::string, std::int64_t> &arguments) {
    Call call;
    call.routine = &mpi::info(routine);
    call.process = &process_;
    call.arguments = ArgumentValues(std::vector<std::int64_t>(call.routine->arity));
    for (const auto &[name, value] : arguments)
      for (std::size_t i = 0; i < call.arguments.size(); ++i)
        if (call.routine->args()[i].name == name) call.arguments[i] = value;
    attachTypes(call, process_.types);
    return call;
  }
  Call send(std::int64_t count, std::int64_t type) {
    return call(Routine::Send, {{"count", count}, {"datatype", type}});
  }
  Call receive(std::int64_t count, std::int64_t type) {
    return call(Routine::Recv, {{"count", count}, {"datatype", type}});
  }

  Process process_;
};

using CompareMessage = CallDataTest;

TEST_F(CallDataTest, SidesOfASendreceiveAreTheirOwn) {
  const Call both =
      call(Routine::Sendrecv, {{"sendcount", 1}, {"sendtype", kInt}, {"recvcount", 2}, {"recvtype", kDouble}});
  EXPECT_EQ(describe(*sentBy(both)), "1 x MPI_INT");
  EXPECT_EQ(describe(*receivedBy(both)), "2 x MPI_DOUBLE");
  const Call replace = call(Routine::Sendrecv_replace, {{"count", 3}, {"datatype", kInt}});
  EXPECT_EQ(describe(*sentBy(replace)), "3 x MPI_INT");
  EXPECT_EQ(describe(*receivedBy(replace)), "3 x MPI_INT");
  EXPECT_FALSE(receivedBy(send(1, kInt)));
  EXPECT_FALSE(sentBy(receive(1, kInt)));
}

TEST_F(CallDataTest, PartitionsAreTakenTogether) {
  const Call sent = call(Routine::Psend_init, {{"partitions", 4}, {"count", 8}, {"datatype", kInt}});
  EXPECT_EQ(describe(*sentBy(sent)), "32 x MPI_INT");
  const Call received = call(Routine::Precv_init, {{"partitions", 8}, {"count", 4}, {"datatype", kInt}});
  EXPECT_FALSE(compareMessage(sent, received));
}

TEST_F(CallDataTest, WhatIsNotKnownIsNotData) {
  EXPECT_FALSE(sentBy(send(-1, kInt)));
  EXPECT_FALSE(sentBy(send(1, trace::kUnknownHandle)));
  EXPECT_FALSE(sentBy(send(1, trace::kNullHandle)));
  EXPECT_FALSE(compareMessage(send(1, trace::kUnknownHandle), receive(1, kInt)));
}

TEST_F(CallDataTest, BuffersPerRankHaveAPartForEach) {
  Call alltoallw = call(Routine::Alltoallw, {{"sendbuf", mpi::kInPlace}});
  const auto index = [&](mpi::Role role) { return static_cast<unsigned>(alltoallw.routine->indexOf(role)); };
  alltoallw.arrays = {{index(mpi::Role::CountsPerRank), {1, 2}}, {index(mpi::Role::DatatypesPerRank), {kInt, kDouble}}};
  const BufferData sent(alltoallw, alltoallw.routine->indexOf(mpi::Role::ReadBuffer));
  EXPECT_TRUE(sent.isInPlace());
  EXPECT_EQ(describe(*sent.at(0)), "1 x MPI_INT");
  EXPECT_EQ(describe(*sent.at(1)), "2 x MPI_DOUBLE");
  EXPECT_FALSE(sent.at(2));
  const BufferData received(alltoallw, alltoallw.routine->indexOf(mpi::Role::WriteBuffer));
  EXPECT_FALSE(received.isInPlace());
  EXPECT_FALSE(received.at(0));
}

TEST_F(CompareMessage, AgreesOnEqualSignatures) {
  EXPECT_FALSE(compareMessage(send(4, kInt), receive(4, kInt)));
  EXPECT_FALSE(compareMessage(send(4, kInt), receive(1, kVector)));
  EXPECT_FALSE(compareMessage(send(2, kVector), receive(8, kInt)));
  EXPECT_FALSE(compareMessage(send(0, kInt), receive(0, kDouble)));
}

TEST_F(CompareMessage, RemembersATypeThatIsFreedMeanwhile) {
  const Call sent = send(1, kVector);
  call(Routine::Type_free, {{"datatype", kVector}});
  EXPECT_EQ(process_.types.find(kVector), nullptr);
  EXPECT_FALSE(sentBy(send(1, kVector)));
  EXPECT_FALSE(compareMessage(sent, receive(4, kInt)));
  EXPECT_TRUE(compareMessage(sent, receive(3, kInt))->isTruncated);
}

TEST_F(CompareMessage, AllowsAShorterMessage) {
  EXPECT_FALSE(compareMessage(send(3, kInt), receive(4, kInt)));
  EXPECT_FALSE(compareMessage(send(0, kDouble), receive(4, kInt)));
}

TEST_F(CompareMessage, FindsTruncation) {
  const auto problem = compareMessage(send(5, kInt), receive(1, kVector));
  ASSERT_TRUE(problem);
  EXPECT_TRUE(problem->isTruncated);
  EXPECT_FALSE(problem->difference);
  EXPECT_EQ(bytesOf(problem->sent), 20U);
  EXPECT_EQ(bytesOf(problem->received), 16U);
}

TEST_F(CompareMessage, FindsDifferentTypes) {
  const auto problem = compareMessage(send(4, kInt), receive(2, kDouble));
  ASSERT_TRUE(problem && problem->difference);
  EXPECT_FALSE(problem->isTruncated);
  EXPECT_FALSE(problem->difference->isSoft);
  EXPECT_EQ(describe(*problem->difference), "element 0 is MPI_INT at the sender and MPI_DOUBLE at the receiver");
}

TEST_F(CompareMessage, IsSoftOnBytes) {
  const auto problem = compareMessage(send(4, kInt), receive(100, kByte));
  ASSERT_TRUE(problem && problem->difference);
  EXPECT_TRUE(problem->difference->isSoft);
  EXPECT_FALSE(problem->isTruncated);
  EXPECT_TRUE(compareMessage(send(4, kInt), receive(15, kByte))->isTruncated);
}

TEST_F(CompareMessage, LetsPackedMatchAnythingThatHasRoom) {
  EXPECT_FALSE(compareMessage(send(4, kInt), receive(100, kPacked)));
  EXPECT_FALSE(compareMessage(send(16, kPacked), receive(4, kInt)));
  EXPECT_TRUE(compareMessage(send(17, kPacked), receive(4, kInt))->isTruncated);
}

TEST_F(CompareMessage, KnowsAllForms) {
  const std::map<std::string, std::int64_t> ints{{"count", 4}, {"datatype", kInt}};
  const std::map<std::string, std::int64_t> doubles{{"count", 2}, {"datatype", kDouble}};
  for (const Routine sender : {Routine::Bsend, Routine::Ssend, Routine::Rsend, Routine::Isend, Routine::Irsend,
                               Routine::Send_init, Routine::Ssend_init, Routine::Send_c, Routine::Isendrecv_replace})
    for (const Routine receiver : {Routine::Recv, Routine::Irecv, Routine::Recv_init, Routine::Mrecv, Routine::Imrecv,
                                   Routine::Irecv_c, Routine::Sendrecv_replace}) {
      EXPECT_TRUE(compareMessage(call(sender, ints), call(receiver, doubles))) << mpi::info(sender).name;
      EXPECT_FALSE(compareMessage(call(sender, ints), call(receiver, ints))) << mpi::info(receiver).name;
    }
}

}  // namespace
}  // namespace lockstep::engine
