#include "mpi/Routine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace lockstep::mpi {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool has(const RoutineInfo &routine, Role role) { return routine.indexOf(role) >= 0; }

bool hasAny(const RoutineInfo &routine, std::initializer_list<Role> roles) {
  return std::ranges::any_of(roles, [&](Role role) { return has(routine, role); });
}

When whenOf(Routine routine, std::string_view argument) {
  for (const Argument &each : info(routine).args())
    if (each.name == argument) return each.when;
  ADD_FAILURE() << info(routine).name << " has no argument " << argument;
  return When::Always;
}

TEST(FindRoutine, KnowsEverySpellingOfEveryRoutine) {
  for (const RoutineInfo &routine : routines()) {
    const std::string c(routine.name);
    const std::string fortran = lower(c);
    for (const std::string &spelling :
         {c, "P" + c, fortran, fortran + "_", fortran + "__", fortran + "_f08", fortran + "_f08_", fortran + "_f08ts",
          fortran + "_f08ts_", "p" + fortran + "_", "p" + fortran + "_f08_", "p" + fortran + "_f08ts_"})
      EXPECT_EQ(findRoutine(spelling), routine.routine) << spelling;
  }
}

TEST(FindRoutine, RejectsOtherNames) {
  for (std::string_view spelling :
       {"", "MPI_", "mpi_", "MPI_Sent", "MPI_SEND", "MPI_send", "MPI_Send_", "Send", "XMPI_Send", "MPIX_Send",
        "mpi_send___", "mpi_send_f09_", "mpi_f08", "pmpi", "MPI_Barrier_c"})
    EXPECT_EQ(findRoutine(spelling), std::nullopt) << spelling;
}

TEST(Routines, StandAtTheirOwnNumber) {
  std::size_t index = 0;
  for (const RoutineInfo &routine : routines()) {
    EXPECT_EQ(static_cast<std::size_t>(routine.routine), index++) << routine.name;
    EXPECT_EQ(&info(routine.routine), &routine);
  }
}

TEST(Routines, HaveDistinctNamesAndArguments) {
  std::set<std::string_view> names;
  for (const RoutineInfo &routine : routines()) {
    EXPECT_TRUE(names.insert(routine.name).second) << routine.name;
    std::set<std::string_view> arguments;
    for (const Argument &argument : routine.args())
      EXPECT_TRUE(arguments.insert(argument.name).second) << routine.name << ' ' << argument.name;
  }
}

TEST(Routines, LargeTwinsShareTheRowAndDifferInAType) {
  for (const RoutineInfo &twin : routines()) {
    if (!twin.isLarge()) continue;
    const RoutineInfo &base = info(twin.base);
    EXPECT_EQ(twin.name, std::string(base.name) + "_c");
    EXPECT_EQ(twin.cls, base.cls);
    EXPECT_TRUE(std::ranges::equal(twin.args(), base.args(), {}, &Argument::role, &Argument::role)) << twin.name;
    EXPECT_TRUE(std::ranges::any_of(twin.args(), [](const Argument &argument) {
      return info(argument.role).type != info(argument.role).largeType;
    })) << twin.name;
  }
}

TEST(Routines, ReturnARequestIfNonblockingOrPersistent) {
  for (const RoutineInfo &routine : routines()) {
    const bool starts = routine.timing == Timing::Nonblocking || routine.timing == Timing::Persistent;
    EXPECT_EQ(has(routine, Role::NewRequest), starts) << routine.name;
  }
}

TEST(Routines, NameTheRootWhereThereIsOne) {
  for (const RoutineInfo &routine : routines()) {
    const bool rooted = routine.cls == Class::CollectiveFromRoot || routine.cls == Class::CollectiveToRoot;
    const bool mentionsRoot = std::ranges::any_of(routine.args(), [](const Argument &argument) {
      return argument.when == When::AtRoot || argument.when == When::OffRootOrNotInPlace;
    });
    if (rooted || mentionsRoot) EXPECT_TRUE(has(routine, Role::Root)) << routine.name;
  }
}

TEST(Routines, NameTheObjectOfACollective) {
  for (const RoutineInfo &routine : routines()) {
    if (!isCollective(routine.cls) || routine.effect == Effect::CommCreatePartial) continue;
    EXPECT_TRUE(
        hasAny(routine, {Role::Comm, Role::FreedComm, Role::Window, Role::FreedWindow, Role::File, Role::FreedFile}))
        << routine.name;
  }
}

TEST(Routines, GiveTheWindowOfRmaAndTheCommunicatorOfMessages) {
  for (const RoutineInfo &routine : routines()) {
    switch (routine.cls) {
      case Class::RmaPut:
      case Class::RmaGet:
      case Class::RmaAccumulate:
      case Class::RmaFetch:
        EXPECT_TRUE(has(routine, Role::Target) && has(routine, Role::Displacement)) << routine.name;
        [[fallthrough]];
      case Class::WindowSync:
        EXPECT_TRUE(has(routine, Role::Window)) << routine.name;
        break;
      case Class::Send:
      case Class::SendReceive:
        EXPECT_TRUE(has(routine, Role::Dest) && has(routine, Role::Tag) && has(routine, Role::Comm)) << routine.name;
        break;
      case Class::Receive:
        EXPECT_TRUE(has(routine, Role::Message) || has(routine, Role::Source)) << routine.name;
        break;
      default:
        break;
    }
  }
}

TEST(Routines, CreateWhatTheirEffectSays) {
  for (const RoutineInfo &routine : routines()) {
    const Effect effect = routine.effect;
    EXPECT_EQ(has(routine, Role::NewComm), effect == Effect::CommCreate || effect == Effect::CommCreatePartial)
        << routine.name;
    EXPECT_EQ(has(routine, Role::FreedComm), effect == Effect::CommFree) << routine.name;
    EXPECT_EQ(has(routine, Role::NewWindow), effect == Effect::WinCreate) << routine.name;
    EXPECT_EQ(has(routine, Role::FreedWindow), effect == Effect::WinFree) << routine.name;
  }
}

TEST(Routines, DescribeEveryBufferByAFollowingDatatype) {
  for (const RoutineInfo &routine : routines()) {
    const bool splitEnd = routine.name.ends_with("_end");
    for (std::size_t i = 0; i < routine.arity; ++i) {
      if (!isDataBuffer(routine.storage[i].role)) continue;
      const bool typed = routine.indexOf(Role::Datatype, i) > 0 || routine.indexOf(Role::DatatypesPerRank, i) > 0;
      EXPECT_NE(typed, splitEnd) << routine.name << ' ' << routine.storage[i].name;
    }
  }
}

TEST(Routines, PlansSayWhatDescribesABuffer) {
  const auto plan = [](Routine routine, std::string_view buffer) {
    const RoutineInfo &row = info(routine);
    int index = 0;
    while (row.storage[static_cast<std::size_t>(index)].name != buffer) ++index;
    const BufferPlan found = row.bufferAt(index);
    const auto name = [&](int argument) {
      return argument < 0 ? std::string() : " " + std::string(row.storage[static_cast<std::size_t>(argument)].name);
    };
    return std::to_string(static_cast<int>(found.amount)) + (found.isScattered ? " scattered" : "") +
           name(found.count) + name(found.partitions) + name(found.displacements) + name(found.datatype);
  };
  const auto amount = [](Amount amount) { return std::to_string(static_cast<int>(amount)); };
  EXPECT_EQ(plan(Routine::Sendrecv, "recvbuf"), amount(Amount::Whole) + " recvcount recvtype");
  EXPECT_EQ(plan(Routine::Allreduce, "sendbuf"), amount(Amount::Whole) + " count datatype");
  EXPECT_EQ(plan(Routine::Compare_and_swap, "compare_addr"), amount(Amount::One) + " datatype");
  EXPECT_EQ(plan(Routine::Psend_init, "buf"), amount(Amount::Partitions) + " count partitions datatype");
  EXPECT_EQ(plan(Routine::Gather, "recvbuf"), amount(Amount::Each) + " recvcount recvtype");
  EXPECT_EQ(plan(Routine::Neighbor_alltoallw, "sendbuf"), amount(Amount::Listed) + " sendcounts sdispls sendtypes");
  EXPECT_EQ(plan(Routine::Reduce_scatter, "recvbuf"), amount(Amount::Listed) + " scattered recvcounts datatype");
  EXPECT_EQ(plan(Routine::Reduce_scatter_block, "sendbuf"), amount(Amount::Each) + " scattered recvcount datatype");
  EXPECT_EQ(plan(Routine::File_write_all_end, "buf"), amount(Amount::None));
  for (const RoutineInfo &routine : routines())
    for (std::size_t i = 0; i < routine.arity; ++i)
      EXPECT_EQ(routine.bufferAt(static_cast<int>(i)).buffer >= 0, isDataBuffer(routine.storage[i].role))
          << routine.name;
}

TEST(Routines, ConditionsFindWhatTheyDependOn) {
  for (const RoutineInfo &routine : routines()) {
    int inPlaceBuffers = 0;
    int inPlaceArguments = 0;
    for (std::size_t i = 0; i < routine.arity; ++i) {
      const Argument &argument = routine.storage[i];
      if (argument.when == When::NotProcNull) EXPECT_GE(routine.peerOf(i), 0) << routine.name << ' ' << argument.name;
      if (argument.when == When::NotNoOp) EXPECT_TRUE(has(routine, Role::Op)) << routine.name;
      if (argument.when != When::NotInPlace && argument.when != When::OffRootOrNotInPlace) continue;
      ++inPlaceArguments;
      inPlaceBuffers += isDataBuffer(argument.role);
    }
    EXPECT_EQ(inPlaceBuffers, inPlaceArguments > 0 ? 1 : 0) << routine.name;
    if (routine.cls == Class::CollectiveNeighbor) EXPECT_EQ(inPlaceArguments, 0) << routine.name;
  }
}

TEST(Routines, UnrecordedOnesAreLocalWithoutEffect) {
  for (const RoutineInfo &routine : routines()) {
    if (isRecorded(routine.cls)) continue;
    EXPECT_EQ(routine.timing, Timing::Local) << routine.name;
    EXPECT_EQ(routine.effect, Effect::None) << routine.name;
  }
}

TEST(Routines, ArraysHaveALength) {
  for (const RoutineInfo &routine : routines()) {
    bool lengthSeen = false;
    for (const Argument &argument : routine.args()) {
      const RoleInfo &role = info(argument.role);
      lengthSeen |= argument.role == Role::Length || argument.role == Role::BlockCount;
      const bool array = role.capture == Capture::ScalarArray || role.capture == Capture::ScalarArrayOut ||
                         role.capture == Capture::HandleArray || role.capture == Capture::HandleArrayInOut ||
                         role.capture == Capture::StatusArrayOut;
      if (!array) continue;
      if (role.name.ends_with("PerRank") || argument.role == Role::Coordinates)
        EXPECT_TRUE(has(routine, Role::Comm)) << routine.name;
      else
        EXPECT_TRUE(lengthSeen) << routine.name << ' ' << argument.name;
    }
  }
}

TEST(Roles, AreAllUsed) {
  std::set<Role> used;
  for (const RoutineInfo &routine : routines())
    for (const Argument &argument : routine.args()) used.insert(argument.role);
  const std::initializer_list<Role> roles = {
#define MPI_ROLE(id, capture, type, largeType) Role::id,
#include "mpi/Roles.def"
  };
  for (Role role : roles) EXPECT_TRUE(used.contains(role)) << info(role).name;
}

TEST(Rows, GatherIsSignificantAtTheRootAndWithoutInPlace) {
  EXPECT_EQ(whenOf(Routine::Gather, "sendcount"), When::OffRootOrNotInPlace);
  EXPECT_EQ(whenOf(Routine::Gather, "recvbuf"), When::AtRoot);
  EXPECT_EQ(whenOf(Routine::Gather, "root"), When::Always);
  EXPECT_EQ(whenOf(Routine::Scatterv, "displs"), When::AtRoot);
  EXPECT_EQ(whenOf(Routine::Scatterv, "recvbuf"), When::OffRootOrNotInPlace);
  EXPECT_EQ(whenOf(Routine::Reduce, "count"), When::Always);
  EXPECT_EQ(whenOf(Routine::Allgather, "sendtype"), When::NotInPlace);
  EXPECT_EQ(whenOf(Routine::Allgather, "recvtype"), When::Always);
}

TEST(Rows, FetchesIgnoreTheirOriginWithNoOp) {
  EXPECT_EQ(whenOf(Routine::Get_accumulate, "origin_datatype"), When::NotNoOp);
  EXPECT_EQ(whenOf(Routine::Fetch_and_op, "origin_addr"), When::NotNoOp);
  EXPECT_EQ(whenOf(Routine::Get_accumulate, "result_addr"), When::NotProcNull);
  EXPECT_EQ(whenOf(Routine::Accumulate, "origin_addr"), When::NotProcNull);
}

TEST(Rows, SendrecvHasAPeerForEachHalf) {
  const RoutineInfo &sendrecv = info(Routine::Sendrecv);
  const int dest = sendrecv.indexOf(Role::Dest);
  const int source = sendrecv.indexOf(Role::Source);
  for (std::size_t i : {0U, 1U, 2U, 4U}) EXPECT_EQ(sendrecv.peerOf(i), dest) << i;
  for (std::size_t i : {5U, 6U, 7U, 9U}) EXPECT_EQ(sendrecv.peerOf(i), source) << i;
  const RoutineInfo &put = info(Routine::Put);
  for (std::size_t i : {0U, 1U, 2U, 4U, 5U, 6U}) EXPECT_EQ(put.peerOf(i), put.indexOf(Role::Target)) << i;
}

TEST(Rows, BlockingIsWhatMayWaitForOthers) {
  for (Routine routine : {Routine::Send, Routine::Ssend, Routine::Recv, Routine::Probe, Routine::Wait, Routine::Barrier,
                          Routine::Win_fence, Routine::Win_lock, Routine::Win_flush, Routine::Finalize})
    EXPECT_EQ(info(routine).timing, Timing::Blocking) << info(routine).name;
  for (Routine routine : {Routine::Bsend, Routine::Iprobe, Routine::Test, Routine::Win_post, Routine::Win_test,
                          Routine::Put, Routine::Start, Routine::Comm_rank, Routine::Type_commit})
    EXPECT_EQ(info(routine).timing, Timing::Local) << info(routine).name;
}

TEST(AllowedAnytime, IsWhatTheStandardLists) {
  for (Routine routine : {Routine::Initialized, Routine::Finalized, Routine::Get_version, Routine::Info_create,
                          Routine::Session_init, Routine::Session_call_errhandler, Routine::T_init_thread})
    EXPECT_TRUE(isAllowedAnytime(routine)) << info(routine).name;
  for (Routine routine : {Routine::Comm_rank, Routine::Send, Routine::Init, Routine::Finalize, Routine::Query_thread,
                          Routine::Get_processor_name, Routine::Comm_set_errhandler})
    EXPECT_FALSE(isAllowedAnytime(routine)) << info(routine).name;
}

TEST(Fingerprint, CoversNamesAndRolesInOrder) {
  std::uint32_t hash = 2166136261U;
  const auto add = [&hash](std::string_view text) {
    for (char c : std::string(text) + '\0') hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  };
  for (const RoutineInfo &routine : routines()) {
    add(routine.name);
    for (const Argument &argument : routine.args()) add(info(argument.role).name);
  }
  EXPECT_EQ(tableFingerprint(), hash);
}

}  // namespace
}  // namespace lockstep::mpi
