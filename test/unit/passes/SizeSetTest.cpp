// With how many ranks a program is explored, by its conditions.
#include "passes/machine/SizeSet.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

namespace lockstep::passes {
namespace {

using Sizes = std::set<int>;

/// Of a program that asks for rank and size and does the rest.
SizeSet sizesWith(const std::string &rest, const std::string &others = "") {
  const std::string program = R"(
%struct.Context = type { i32, i32 }
declare i32 @MPI_Comm_rank(i32, ptr)
declare i32 @MPI_Comm_size(i32, ptr)
)" + others + R"(
define i32 @main(i32 %argc) {
  %rank = alloca i32
  %size = alloca i32
  %a = call i32 @MPI_Comm_rank(i32 1140850688, ptr %rank)
  %b = call i32 @MPI_Comm_size(i32 1140850688, ptr %size)
  %r = load i32, ptr %rank
  %s = load i32, ptr %size
)" + rest + R"(
  ret i32 0
}
)";
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(program, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  return module ? sizesOf(*module) : SizeSet{};
}

TEST(SizeSet, SmallNumbersAreAlwaysTried) { EXPECT_EQ(sizesWith("").toTry, (Sizes{2, 3, 4})); }

TEST(SizeSet, AConditionOnTheSizeIsTriedWhereItChanges) {
  EXPECT_EQ(sizesWith("%c = icmp ne i32 %s, 8").toTry, (Sizes{2, 3, 4, 8}));
  EXPECT_EQ(sizesWith("%c = icmp slt i32 %s, 2").toTry, (Sizes{2, 3, 4}));
  EXPECT_EQ(sizesWith("%t = sdiv i32 %s, 3\n %c = icmp sgt i32 %t, 1").toTry, (Sizes{2, 3, 4, 6}));
  EXPECT_EQ(sizesWith("%c = icmp ne i32 %s, 100").toTry, (Sizes{2, 3, 4}));
}

TEST(SizeSet, ARankNeedsThatManyOthers) {
  EXPECT_EQ(sizesWith("%c = icmp sgt i32 %r, 7").toTry, (Sizes{2, 3, 4, 9}));
  EXPECT_EQ(sizesWith("%c = icmp eq i32 %r, 0").toTry, (Sizes{2, 3, 4}));
  EXPECT_EQ(sizesWith("%t = sub i32 %s, 6\n %c = icmp eq i32 %r, %t").toTry, (Sizes{2, 3, 4, 6}));
}

TEST(SizeSet, OneSizeServesSeveralConditions) {
  EXPECT_EQ(sizesWith("%c = icmp eq i32 %r, 5\n %d = icmp ne i32 %s, 8").toTry, (Sizes{2, 3, 4, 8}));
}

TEST(SizeSet, EveryCaseIsTried) {
  EXPECT_EQ(sizesWith("switch i32 %r, label %end [ i32 0, label %end\n i32 6, label %six ]\nsix:\n br label %end\nend:")
                .toTry,
            (Sizes{2, 3, 4, 7}));
}

TEST(SizeSet, MembersAndParametersAreFollowed) {
  const SizeSet sizes = sizesWith("call void @use(ptr %rank, i32 %s)", R"(
define void @use(ptr %context, i32 %size) {
  %copy = alloca i32
  store i32 %size, ptr %copy
  %member = getelementptr inbounds %struct.Context, ptr %context, i32 0, i32 1
  %a = call i32 @MPI_Comm_rank(i32 1140850688, ptr %member)
  %r = load i32, ptr %member
  %s = load i32, ptr %copy
  %c = icmp eq i32 %r, 4
  %d = icmp eq i32 %s, 7
  ret void
})");
  EXPECT_EQ(sizes.toTry, (Sizes{2, 3, 4, 7}));
}

TEST(SizeSet, OtherConstantsAreGuesses) {
  const SizeSet sizes = sizesWith("%c = icmp slt i32 %argc, 6\n %d = icmp eq i32 %s, 8");
  EXPECT_EQ(sizes.toTry, (Sizes{2, 3, 4, 8}));
  EXPECT_EQ(sizes.guesses, (Sizes{6, 7}));
  EXPECT_EQ(sizes.withGuesses(), (Sizes{2, 3, 4, 6, 7, 8}));
}

TEST(SizeSet, TheCostIsBounded) {
  std::string conditions;
  for (int size = 5; size < 40; ++size)
    conditions += "%c" + std::to_string(size) + " = icmp eq i32 %s, " + std::to_string(size) + "\n";
  EXPECT_EQ(sizesWith(conditions).toTry.size(), 8U);
}

TEST(SizeSet, AGuardTellsWhatAProgramIsMeantFor) {
  EXPECT_EQ(sizesWith("%c = icmp slt i32 %s, 2").meant, (Sizes{2}));
  EXPECT_EQ(sizesWith("%c = icmp sle i32 %s, 2").meant, (Sizes{3}));
  EXPECT_EQ(sizesWith("%c = icmp ne i32 %s, 64").meant, (Sizes{64}));
  EXPECT_EQ(sizesWith("%c = icmp sgt i32 %r, 2").meant, (Sizes{}));
}

}  // namespace
}  // namespace lockstep::passes
