// What the functions of the OpenMP runtime mean, by their names.
#include "passes/ir/OpenMpCall.h"

#include <gtest/gtest.h>

namespace lockstep::passes {
namespace {

TEST(OpenMpCall, OneMeaningForAllFormsOfAConstruct) {
  EXPECT_EQ(openMpOf("__kmpc_critical"), OpenMp::Critical);
  EXPECT_EQ(openMpOf("__kmpc_critical_with_hint"), OpenMp::Critical);
  for (const llvm::StringRef name : {"__kmpc_omp_taskwait", "__kmpc_omp_taskwait_deps_51", "__kmpc_omp_wait_deps"})
    EXPECT_EQ(openMpOf(name), OpenMp::TaskWait) << name.str();
  for (const llvm::StringRef name : {"__kmpc_barrier", "__kmpc_cancel_barrier", "__kmpc_copyprivate"})
    EXPECT_EQ(openMpOf(name), OpenMp::Barrier) << name.str();
}

TEST(OpenMpCall, FortranAddsAnUnderscoreToTheNamesForPrograms) {
  EXPECT_EQ(openMpOf("omp_get_thread_num_"), OpenMp::ThreadNumber);
  EXPECT_EQ(openMpOf("omp_set_nest_lock_"), OpenMp::SetLock);
  EXPECT_EQ(openMpOf("__kmpc_barrier_"), OpenMp::None);
}

TEST(OpenMpCall, WhatLlvmKnowsAndHasNoRowOrdersNothing) {
  EXPECT_EQ(openMpOf("__kmpc_serialized_parallel"), OpenMp::Other);
  EXPECT_EQ(openMpOf("omp_set_dynamic"), OpenMp::Other);
  EXPECT_EQ(openMpOf("omp_get_max_task_priority"), OpenMp::Other);
}

TEST(OpenMpCall, NothingIsKnownOfOthers) {
  for (const llvm::StringRef name : {"__kmpc_of_the_future", "omp_solve", "__tgt_target_kernel", "main", ""})
    EXPECT_EQ(openMpOf(name), OpenMp::None) << name.str();
}

TEST(OpenMpCall, ForksAndTasksRunCodeOfTheProgram) {
  for (const llvm::StringRef name : {"__kmpc_fork_call_if", "__kmpc_omp_task", "__kmpc_omp_wait_deps", "omp_solve"})
    EXPECT_FALSE(isQuiet(openMpOf(name))) << name.str();
  for (const llvm::StringRef name : {"__kmpc_single", "omp_set_lock", "__kmpc_flush", "omp_get_wtime"})
    EXPECT_TRUE(isQuiet(openMpOf(name))) << name.str();
}

}  // namespace
}  // namespace lockstep::passes
