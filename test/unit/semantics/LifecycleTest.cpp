// Which calls are allowed when.
#include "semantics/Lifecycle.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace lockstep::semantics {
namespace {

using mpi::Routine;

Lifecycle after(std::initializer_list<Routine> calls) {
  Lifecycle life;
  for (const Routine call : calls) life.apply(mpi::info(call));
  return life;
}

std::string said(const Lifecycle &life, Routine call) {
  const auto verdict = life.judge(mpi::info(call));
  return verdict ? verdict->message : "";
}

TEST(Lifecycle, CallsStandBetweenInitAndFinalize) {
  EXPECT_EQ(said(after({}), Routine::Barrier), "MPI_Barrier is called before MPI_Init");
  EXPECT_EQ(said(after({Routine::Init}), Routine::Barrier), "");
  EXPECT_EQ(said(after({Routine::Init, Routine::Finalize}), Routine::Barrier),
            "MPI_Barrier is called after MPI_Finalize");
}

TEST(Lifecycle, InitComesOnce) {
  EXPECT_EQ(said(after({}), Routine::Init_thread), "");
  EXPECT_EQ(said(after({Routine::Init}), Routine::Init_thread),
            "MPI_Init_thread is called although MPI is initialized already");
  EXPECT_EQ(said(after({Routine::Init, Routine::Finalize}), Routine::Init), "MPI_Init is called after MPI_Finalize");
}

TEST(Lifecycle, SomeCallsAreAlwaysAllowed) {
  for (const Routine call : {Routine::Initialized, Routine::Get_version, Routine::Info_create, Routine::Session_init}) {
    EXPECT_EQ(said(after({}), call), "");
    EXPECT_EQ(said(after({Routine::Init, Routine::Finalize}), call), "");
  }
}

TEST(Lifecycle, SessionNeedsNoInit) {
  EXPECT_EQ(said(after({Routine::Session_init}), Routine::Barrier), "");
  EXPECT_NE(said(after({Routine::Session_init, Routine::Session_finalize}), Routine::Barrier), "");
}

TEST(Lifecycle, UnseenCodeMayHaveDoneEither) {
  Lifecycle life;
  life.meetUnseen();
  EXPECT_EQ(said(life, Routine::Barrier), "");
  EXPECT_EQ(said(life, Routine::Init), "");
  EXPECT_FALSE(life.isOpen());
  life.apply(mpi::info(Routine::Init));
  EXPECT_TRUE(life.isOpen());
  EXPECT_NE(said(life, Routine::Init), "");
}

TEST(Lifecycle, OnlyTheFirstMisuseIsTold) {
  Lifecycle life;
  life.isReported = true;
  EXPECT_EQ(said(life, Routine::Barrier), "");
}

}  // namespace
}  // namespace lockstep::semantics
