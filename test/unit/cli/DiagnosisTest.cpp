#include "cli/doctor/Diagnosis.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "HostMachineInMemory.h"

namespace lockstep::cli {
namespace {

using State = Check::State;

const Check &row(const Diagnosis &diagnosis, std::string_view name) {
  static const Check kNone{.name = "no such row", .detail = {}, .mend = {}};
  const auto found = std::ranges::find(diagnosis.checks, name, &Check::name);
  return found == diagnosis.checks.end() ? kNone : *found;
}

TEST(Diagnosis, EverythingIsThere) {
  const Diagnosis diagnosis = diagnose(HostMachineInMemory());
  EXPECT_TRUE(diagnosis.isUsable());
  EXPECT_EQ(diagnosis.usable.size(), 2U);
  for (const Check &check : diagnosis.checks) {
    EXPECT_EQ(check.state, State::Ok) << check.name << ": " << check.detail;
    EXPECT_EQ(check.mend, "") << check.name;
    EXPECT_NE(check.detail, "") << check.name;
  }
  EXPECT_EQ(row(diagnosis, "clang").detail, "19.1.7 (/usr/bin/clang-19)");
}

TEST(Diagnosis, LibraryWithFaults) {
  HostMachineInMemory machine;
  machine.trialOutput = "moves-windows\ndone\nmoves-windows\ndone\n";
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_TRUE(diagnosis.isUsable());
  EXPECT_EQ(row(diagnosis, "mpich faults").state, State::Warning);
  EXPECT_EQ(row(diagnosis, "mpich faults").detail, "it moves the memory of windows down to a multiple of 16 bytes");
  machine.trialOutput = std::nullopt;
  EXPECT_EQ(row(diagnose(machine), "openmpi faults").detail,
            "a program of two ranks cannot be compiled, or does not end well");
}

TEST(Diagnosis, OneMpiIsEnough) {
  HostMachineInMemory machine;
  machine.missing = {"mpiexec.mpich", "liblockstep-recorder-mpich.so"};
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_TRUE(diagnosis.isUsable());
  ASSERT_EQ(diagnosis.usable, std::vector{MpiFlavor::OpenMpi});
  EXPECT_EQ(row(diagnosis, "mpich").state, State::Ok);
  EXPECT_EQ(row(diagnosis, "mpich").detail, "not installed, and not needed beside openmpi");
}

TEST(Diagnosis, LauncherWithoutRecorderIsAWarning) {
  HostMachineInMemory machine;
  machine.missing = {"liblockstep-recorder-mpich.so"};
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_TRUE(diagnosis.isUsable());
  EXPECT_EQ(row(diagnosis, "mpich").state, State::Ok);
  EXPECT_EQ(row(diagnosis, "mpich recorder").state, State::Warning);
  EXPECT_EQ(row(diagnosis, "mpich recorder").mend,
            "sudo apt-get install libmpich-dev, then configure, build and install Lockstep again");
}

TEST(Diagnosis, NoMpiIsAProblem) {
  HostMachineInMemory machine;
  machine.missing = {"mpiexec.mpich", "mpiexec.openmpi"};
  machine.root = true;
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_FALSE(diagnosis.isUsable());
  EXPECT_TRUE(diagnosis.usable.empty());
  EXPECT_EQ(row(diagnosis, "mpich").state, State::Problem);
  EXPECT_EQ(row(diagnosis, "mpich").mend, "apt-get install mpich");
  EXPECT_EQ(row(diagnosis, "openmpi").mend, "apt-get install openmpi-bin");
}

TEST(Diagnosis, MendsWithoutApt) {
  HostMachineInMemory machine;
  machine.missing = {"apt-get", "flang-new-19"};
  EXPECT_EQ(row(diagnose(machine), "flang").mend, "install the package flang");
}

TEST(Diagnosis, MissingStubIsAProblem) {
  HostMachineInMemory machine;
  machine.missing = {"liblockstep-stub.so"};
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_FALSE(diagnosis.isUsable());
  EXPECT_EQ(row(diagnosis, "stub").state, State::Problem);
}

TEST(Diagnosis, NoClang) {
  HostMachineInMemory machine;
  machine.missing = {"clang-19"};
  const Diagnosis diagnosis = diagnose(machine);
  EXPECT_TRUE(diagnosis.isUsable());
  EXPECT_EQ(row(diagnosis, "clang").state, State::Warning);
  EXPECT_EQ(row(diagnosis, "clang").mend, "sudo apt-get install clang-19");
  EXPECT_EQ(row(diagnosis, "plugin").state, State::Warning);
}

TEST(Diagnosis, ClangOfAnotherVersion) {
  HostMachineInMemory machine;
  machine.versions["clang-19"] = "clang version 14.0.6\n";
  const Check check = row(diagnose(machine), "clang");
  EXPECT_EQ(check.state, State::Warning);
  EXPECT_NE(check.detail.find("is 14.0.6"), std::string::npos) << check.detail;
}

TEST(Diagnosis, PluginThatDoesNotLoad) {
  HostMachineInMemory machine;
  machine.failing = {"clang-19"};
  EXPECT_EQ(row(diagnose(machine), "plugin").state, State::Warning);
}

TEST(Diagnosis, MissingCompilersOfAnMpi) {
  HostMachineInMemory machine;
  machine.missing = {"mpicxx.openmpi", "mpifort.openmpi"};
  const Check check = row(diagnose(machine), "openmpi compilers");
  EXPECT_EQ(check.state, State::Warning);
  EXPECT_EQ(check.detail, "none for C++, Fortran: such sources do not compile for it");
  EXPECT_EQ(check.mend, "sudo apt-get install libopenmpi-dev");
}

TEST(Diagnosis, FlangModule) {
  HostMachineInMemory machine;
  EXPECT_EQ(row(diagnose(machine), "mpich flang module").detail, "/opt/lockstep/lib/lockstep/flang/mpich/mpi.mod");

  machine.missing = {"mpi.mod"};
  const Check check = row(diagnose(machine), "openmpi flang module");
  EXPECT_EQ(check.state, State::Warning);
  EXPECT_EQ(check.mend, "configure, build and install Lockstep again");

  machine.missing = {"mpi.mod", "flang-new-19", "mpifort.mpich"};
  const Diagnosis bare = diagnose(machine);
  EXPECT_TRUE(bare.isUsable());
  EXPECT_EQ(row(bare, "mpich flang module").mend,
            "sudo apt-get install flang-19, then sudo apt-get install libmpich-dev, then configure, build and install "
            "Lockstep again");
}

TEST(Diagnosis, OpenMp) {
  HostMachineInMemory machine;
  machine.missing = {"libomp.so"};
  EXPECT_EQ(row(diagnose(machine), "libomp").state, State::Warning);
}

TEST(Diagnosis, Limits) {
  HostMachineInMemory machine;
  machine.limits = {{Limit::AddressSpace, 1ULL << 30}, {Limit::FileSize, 1ULL << 22}};
  const Diagnosis warned = diagnose(machine);
  EXPECT_TRUE(warned.isUsable());
  EXPECT_EQ(row(warned, "address space").state, State::Warning);
  EXPECT_EQ(row(warned, "address space").mend, "ulimit -v unlimited");
  EXPECT_EQ(row(warned, "file size").state, State::Warning);

  machine.limits = {{Limit::AddressSpace, 1ULL << 40}, {Limit::FileSize, 1ULL << 16}};
  const Diagnosis broken = diagnose(machine);
  EXPECT_FALSE(broken.isUsable());
  EXPECT_EQ(row(broken, "address space").state, State::Ok);
  EXPECT_EQ(row(broken, "file size").mend, "ulimit -f unlimited");
}

TEST(Diagnosis, RecordsNeedRoom) {
  HostMachineInMemory machine;
  machine.spaces["/dev/shm"].free = 1U << 20;
  const Check slow = row(diagnose(machine), "/dev/shm");
  EXPECT_EQ(slow.state, State::Warning);
  EXPECT_EQ(slow.mend, "sudo mount -o remount,size=1G /dev/shm");

  machine.spaces.erase("/tmp");
  EXPECT_EQ(row(diagnose(machine), "/dev/shm").state, State::Problem);
}

}  // namespace
}  // namespace lockstep::cli
