#include "report/text/FunctionName.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "report/Place.h"

namespace lockstep::report {

TEST(SourceFunction, RegionsAndClonesGoByTheirFunction) {
  for (const char *made : {"main", "main.omp_outlined", "main.omp_outlined_debug__", "main.omp_outlined_debug__.1",
                           "main.omp_outlined.omp_outlined", "main._omp_fn.0", "main.constprop.0", "main.part.0.cold",
                           "main.llvm.1234", "main..omp_par", "main..omp_par.2"})
    EXPECT_EQ(sourceFunction(made), "main") << made;
  for (const char *made : {"run(int) [clone ._omp_fn.0]", "run(int) (.omp_outlined)", "run(int) [clone .isra.0]",
                           "run(int) (.omp_outlined_debug__) (.omp_outlined)"})
    EXPECT_EQ(sourceFunction(made), "run(int)") << made;
}

TEST(SourceFunction, TasksHaveNoFunction) {
  for (const char *made : {".omp_outlined.", ".omp_outlined..1", ".omp_task_entry.", ".omp_task_entry..3"}) {
    EXPECT_EQ(sourceFunction(made), "a task") << made;
    EXPECT_EQ(plainFunction(sourceFunction(made)), "a task") << made;
  }
}

TEST(SourceFunction, TargetRegionsGoByTheirFunction) {
  for (const char *made : {"__omp_offloading_fe00_a7429a_main_l14", "__omp_offloading_fe00_a7429a_main_l14_debug__",
                           "__omp_offloading_fe00_a7429a_main_l14_debug__.omp_outlined_debug__.omp_outlined"})
    EXPECT_EQ(sourceFunction(made), "main") << made;
  EXPECT_EQ(sourceFunction("__omp_offloading_fe00_a7429a__Z3runi_l14"), "run(int)");
  EXPECT_EQ(sourceFunction("__omp_offloading_fe00_a7429a__QQmain_l9"), "the main program");
  EXPECT_EQ(sourceFunction("__omp_offloading_fe00_a7429a__QMgridPexchange_l9"), "grid::exchange");
}

TEST(SourceFunction, FortranGoesByTheNamesOfItsSource) {
  for (const char *made : {"_QQmain", "MAIN__", "_QQmain..omp_par", "MAIN__._omp_fn.1"})
    EXPECT_EQ(sourceFunction(made), "the main program") << made;
  for (const char *made : {"_QMdecompPexchange", "__decomp_MOD_exchange", "_QMdecompPexchange..omp_par"})
    EXPECT_EQ(sourceFunction(made), "decomp::exchange") << made;
  EXPECT_EQ(sourceFunction("_QPexchange"), "exchange");
  EXPECT_EQ(sourceFunction("_QFPexchange"), "exchange");
  EXPECT_EQ(sourceFunction("_QFsolvePexchange"), "exchange");
}

TEST(SourceFunction, LambdasGoByWhoseTheyAre) {
  EXPECT_EQ(sourceFunction("main::$_0::operator()(int) const"), "a lambda of main");
  EXPECT_EQ(sourceFunction("run()::{lambda(int)#1}::operator()(int) const"), "a lambda of run()");
  EXPECT_EQ(sourceFunction("run()::'lambda'(int)::operator()(int) const"), "a lambda of run()");
}

TEST(SourceFunction, LeavesNamesOfTheSource) {
  for (const char *name : {"main", "solve(int, char**)", "ns::Grid<double, 3>::solve(double)", "log(char const*, ...)",
                           "__my_function", "_start", "(anonymous namespace)::compute()", "name[abi:cxx11]()",
                           "Adder::operator()(int) const", "the main program", "a lambda of main", ""})
    EXPECT_EQ(sourceFunction(name), name) << name;
}

TEST(NameFunctions, ARegionIsCalledOnce) {
  Site site = samples::call(0, "MPI_Irecv", 15);
  site.function = "exchange";
  site.stack = {
      {"main.omp_outlined_debug__", "a.c", 40, 9}, {"main.omp_outlined", "a.c", 34, 1}, {"main", "a.c", 34, 1}};
  nameFunctions(site);
  ASSERT_EQ(site.stack.size(), 2U);
  EXPECT_EQ(site.stack[0].function, "main");
  EXPECT_EQ(site.stack[0].line, 40U);
  EXPECT_EQ(site.stack[1].function, "main");
  EXPECT_EQ(site.stack[1].line, 34U);
}

TEST(NameFunctions, ATaskIsCalledOnce) {
  Site site = samples::call(0, "MPI_Send", 15);
  site.function = "exchange";
  site.stack = {{".omp_outlined.", "a.c", 31, 7}, {".omp_task_entry..3", "a.c", 28, 1}, {"main", "a.c", 24, 19}};
  nameFunctions(site);
  ASSERT_EQ(site.stack.size(), 2U);
  EXPECT_EQ(site.stack[0].function, "a task");
  EXPECT_EQ(site.stack[0].line, 31U);
  EXPECT_EQ(site.stack[1].function, "main");
}

TEST(NameFunctions, NobodyCallsAFortranProgram) {
  Site site = samples::call(0, "MPI_Send", 13);
  site.function = "_QFPinner";
  site.stack = {{"_QQmain", "a.f90", 7, 3}, {"main", "a.f90", 14, 3}};
  nameFunctions(site);
  ASSERT_EQ(site.stack.size(), 1U);
  EXPECT_EQ(site.stack[0].function, "the main program");
}

TEST(NameFunctions, RecursionStays) {
  Site site = samples::call(0, "MPI_Send", 15);
  site.stack = {{"sweep", "a.c", 40, 9}, {"sweep", "a.c", 40, 9}, {"main", "a.c", 50, 1}};
  nameFunctions(site);
  EXPECT_EQ(site.stack.size(), 3U);
}

}  // namespace lockstep::report
