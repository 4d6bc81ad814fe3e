#include "mpi/Output.h"

#include <gtest/gtest.h>

#include "mpi/Constants.h"

namespace lockstep::mpi {
namespace {

Output outputOf(Routine routine, Role role) {
  return mpi::outputOf(info(routine), static_cast<std::size_t>(info(routine).indexOf(role)));
}

TEST(Output, RankAndSizeAreThoseOfACommunicator) {
  EXPECT_EQ(outputOf(Routine::Comm_rank, Role::OwnRank), Output::OwnRank);
  EXPECT_EQ(outputOf(Routine::Comm_size, Role::SizeOut), Output::GroupSize);
  EXPECT_EQ(outputOf(Routine::Group_rank, Role::OwnRank), Output::Number);
  EXPECT_EQ(outputOf(Routine::Group_size, Role::SizeOut), Output::Number);
}

TEST(Output, WhatIsOnlyReadIsNone) {
  EXPECT_EQ(outputOf(Routine::Send, Role::ReadBuffer), Output::None);
  EXPECT_EQ(outputOf(Routine::Alltoallv, Role::CountsPerRank), Output::None);
  EXPECT_EQ(outputOf(Routine::Group_range_incl, Role::RankRanges), Output::None);
  EXPECT_EQ(outputOf(Routine::Op_create, Role::UserFunction), Output::None);
  EXPECT_EQ(outputOf(Routine::Comm_rank, Role::Comm), Output::None);
}

TEST(Output, MemoryThatIsLentIsNotWrittenByTheCall) {
  EXPECT_EQ(outputOf(Routine::Win_create, Role::WindowBase), Output::None);
  EXPECT_EQ(outputOf(Routine::Win_allocate, Role::BaseOut), Output::Address);
  EXPECT_EQ(outputOf(Routine::Recv, Role::WriteBuffer), Output::Data);
}

TEST(Output, HandlesAreMadeOrChanged) {
  EXPECT_EQ(outputOf(Routine::Isend, Role::NewRequest), Output::NewHandle);
  EXPECT_EQ(outputOf(Routine::Wait, Role::Request), Output::ChangedHandle);
  EXPECT_EQ(outputOf(Routine::Waitall, Role::Requests), Output::ChangedHandles);
  EXPECT_EQ(outputOf(Routine::Waitall, Role::Statuses), Output::Statuses);
  EXPECT_EQ(outputOf(Routine::Testany, Role::Index), Output::Number);
  EXPECT_EQ(outputOf(Routine::Testany, Role::Flag), Output::Flag);
}

TEST(Output, ElementsAreAsLargeAsInTheLibrary) {
  EXPECT_EQ(bytesOf(Library::Mpich, Element::Comm, false), 4);
  EXPECT_EQ(bytesOf(Library::OpenMpi, Element::Comm, false), 8);
  EXPECT_EQ(bytesOf(Library::OpenMpi, Element::Comm, true), 4);
  EXPECT_EQ(bytesOf(Library::Mpich, Element::File, false), 8);
  EXPECT_EQ(bytesOf(Library::Mpich, Element::Aint, true), 8);
}

}  // namespace
}  // namespace lockstep::mpi
