// The life of requests: which of its turns are wrong, and where.
#include "semantics/RequestState.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::semantics {
namespace {

using mpi::Routine;
using report::Severity;

using Request = RequestState<int>;  // calls are numbers from 1 on

Request made(Routine routine) { return {mpi::info(routine), 1}; }

std::string ruleOf(const Request::Judgment &judgment) {
  return judgment ? std::string(report::info(judgment->verdict.rule).id) : "";
}

TEST(RequestState, OfNonblockingOperationIsActiveFromTheBeginning) {
  Request request = made(Routine::Isend);
  EXPECT_TRUE(request.isActive);
  const auto judgment = request.judgeEnd();
  ASSERT_TRUE(judgment);
  EXPECT_EQ(judgment->verdict.message, "the operation of MPI_Isend is never completed");
  EXPECT_EQ(judgment->verdict.severity, Severity::Error);
  EXPECT_EQ(judgment->at, 1);
  request.complete(9);
  EXPECT_FALSE(request.judgeEnd());
}

TEST(RequestState, EndOfEpochCompletesRma) {
  EXPECT_EQ(made(Routine::Rput).judgeEnd()->verdict.severity, Severity::Warning);
}

TEST(RequestState, OverwrittenCountsOnlyWhileActive) {
  Request request = made(Routine::Isend);
  request.overwrite(mpi::info(Routine::Irecv), 2);
  request.overwrite(mpi::info(Routine::Isend), 3);
  const auto judgment = request.judgeEnd();
  ASSERT_EQ(ruleOf(judgment), "request-overwrite");
  EXPECT_EQ(judgment->verdict.message,
            "the request of MPI_Isend is overwritten by that of MPI_Irecv and never completed");
  EXPECT_EQ(judgment->other, 2);

  Request complete = made(Routine::Isend);
  complete.complete(9);
  complete.overwrite(mpi::info(Routine::Isend), 2);
  EXPECT_FALSE(complete.overwrittenBy);
}

/// A copy of the handle completes it.
TEST(RequestState, OverwrittenAndCompletedIsRight) {
  Request request = made(Routine::Isend);
  request.overwrite(mpi::info(Routine::Isend), 2);
  request.complete(9);
  EXPECT_FALSE(request.judgeEnd());
}

TEST(RequestState, PersistentOneIsStartedAndCompletedInTurn) {
  Request request = made(Routine::Send_init);
  EXPECT_FALSE(request.start(2));
  const auto judgment = request.start(3);
  ASSERT_EQ(ruleOf(judgment), "request-double-start");
  EXPECT_EQ(judgment->at, 3);
  EXPECT_EQ(judgment->other, 2);
  request.complete(9);
  EXPECT_FALSE(request.start(4));
  EXPECT_EQ(ruleOf(request.judgeEnd()), "request-missing-wait");
  request.complete(9);
  EXPECT_EQ(ruleOf(request.judgeEnd()), "request-leak");
  EXPECT_FALSE(request.free(5));
}

TEST(RequestState, WaitBeforeTheFirstStartIsRight) {
  Request request = made(Routine::Recv_init);
  request.await(2);
  EXPECT_EQ(ruleOf(request.judgeEnd()), "request-missing-start");
  EXPECT_FALSE(request.start(3));
  request.complete(9);
  EXPECT_FALSE(request.free(4));
}

TEST(RequestState, NeverStartedIsAWarning) {
  Request request = made(Routine::Recv_init);
  EXPECT_EQ(ruleOf(request.judgeEnd()), "request-leak");
  Request freed = request;
  EXPECT_FALSE(freed.free(2));
  EXPECT_EQ(freed.judgeEnd()->verdict.message, "the persistent operation of MPI_Recv_init is freed but never started");
  request.await(3);
  request.await(4);
  EXPECT_FALSE(request.free(5));
  const auto judgment = request.judgeEnd();
  EXPECT_EQ(judgment->verdict.message, "the persistent operation of MPI_Recv_init is waited for but never started");
  EXPECT_EQ(judgment->verdict.severity, Severity::Warning);
  EXPECT_EQ(judgment->other, 3);
}

/// The copy of the handle that has done so is what is wrong.
TEST(RequestState, StartAfterItsEndIsNoStart) {
  Request request = made(Routine::Recv_init);
  EXPECT_FALSE(request.free(2));
  EXPECT_FALSE(request.start(3));
  EXPECT_FALSE(request.isActive);
  EXPECT_FALSE(request.judgeEnd());
}

TEST(RequestState, EndsWithItsCompletionUnlessPersistent) {
  Request once = made(Routine::Irecv);
  once.complete(2);
  EXPECT_EQ(once.ended, 2);
  Request persistent = made(Routine::Recv_init);
  EXPECT_FALSE(persistent.start(2));
  persistent.complete(3);
  EXPECT_FALSE(persistent.ended);
}

TEST(RequestState, FreedWhileActive) {
  EXPECT_EQ(made(Routine::Isend).free(2)->verdict.severity, Severity::Warning);
  EXPECT_EQ(made(Routine::Ibarrier).free(2)->verdict.severity, Severity::Error);
  EXPECT_EQ(made(Routine::Rget).free(2)->verdict.severity, Severity::Error);
  EXPECT_FALSE(made(Routine::Grequest_start).free(2));
  Request cancelled = made(Routine::Irecv);
  cancelled.isCancelled = true;
  EXPECT_EQ(ruleOf(cancelled.judgeEnd()), "request-missing-wait");
  EXPECT_FALSE(cancelled.free(2));
}

}  // namespace
}  // namespace lockstep::semantics
