#include "cli/run/RecordSpace.h"

#include <gtest/gtest.h>

#include "HostMachineInMemory.h"

namespace lockstep::cli {
namespace {

constexpr std::uint64_t kMiB = 1U << 20;

TEST(RecordSpace, MemoryWhereItHasRoom) {
  HostMachineInMemory machine;
  machine.spaces["/dev/shm"].free = 16 * kMiB;
  const RecordSpace two = spaceForRecords(machine, 2);
  EXPECT_EQ(two.folder, "/dev/shm");
  EXPECT_TRUE(two.isMemory);
  EXPECT_TRUE(two.hasRoom);

  const RecordSpace three = spaceForRecords(machine, 3);
  EXPECT_EQ(three.folder, "/tmp");
  EXPECT_FALSE(three.isMemory);
  EXPECT_TRUE(three.hasRoom);
}

TEST(RecordSpace, OneRankPerCoreWhereNothingIsKnown) {
  HostMachineInMemory machine;  // of four cores
  machine.spaces["/dev/shm"].free = 32 * kMiB;
  EXPECT_TRUE(spaceForRecords(machine, 0).isMemory);
  machine.spaces["/dev/shm"].free = 31 * kMiB;
  EXPECT_FALSE(spaceForRecords(machine, 0).isMemory);
}

TEST(RecordSpace, NoRoomAnywhere) {
  HostMachineInMemory machine;
  machine.spaces = {{"/tmp", {kMiB, kMiB}}};
  const RecordSpace space = spaceForRecords(machine, 1);
  EXPECT_EQ(space.folder, "/tmp");
  EXPECT_FALSE(space.hasRoom);
  EXPECT_FALSE(space.memory);
}

}  // namespace
}  // namespace lockstep::cli
