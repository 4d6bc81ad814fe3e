// The path of a rank value to a branch. The program of the tests:
//
//      1  main:  MPI_Comm_rank(..., &rank)
//      2         copy = rank
//      3         work(copy)            where main is inlined into nobody
//     10  work:  mine = argument       inlined at 3
//     11         if (mine == 0)        inlined at 3
//      4  main:  if (copy == 0)
#include "passes/collectives/RankPath.h"

#include <deque>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

namespace lockstep::passes {
namespace {

using Kind = RankStep::Kind;

constexpr const char *kProgram = R"(
define void @main() !dbg !4 {
  %a = alloca i32, align 4
  store i32 0, ptr %a, align 4, !dbg !10
  store i32 0, ptr %a, align 4, !dbg !11
  store i32 0, ptr %a, align 4, !dbg !12
  store i32 0, ptr %a, align 4, !dbg !13
  store i32 0, ptr %a, align 4, !dbg !14
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = distinct !DISubprogram(name: "work", scope: !2, file: !2, line: 9, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = distinct !DILocation(line: 3, column: 1, scope: !4)
!10 = !DILocation(line: 1, column: 1, scope: !4)
!11 = !DILocation(line: 2, column: 1, scope: !4)
!12 = !DILocation(line: 10, column: 1, scope: !5, inlinedAt: !6)
!13 = !DILocation(line: 11, column: 1, scope: !5, inlinedAt: !6)
!14 = !DILocation(line: 4, column: 1, scope: !4)
)";

class RankPath : public testing::Test {
 protected:
  RankPath() {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(kProgram, problem, context_);
    if (!module_) return;
    for (const llvm::Instruction &instruction : llvm::instructions(*module_->getFunction("main")))
      if (instruction.getDebugLoc()) byLine_[instruction.getDebugLoc().getLine()] = &instruction;
  }

  /// Kinds and lines of the path by these lines to the last one.
  std::vector<std::pair<Kind, unsigned>> path(std::vector<unsigned> lines) {
    const llvm::Instruction &branch = *byLine_.at(lines.back());
    lines.pop_back();
    std::deque<RankTaint> flows;
    for (const unsigned line : lines)
      flows.push_back({.step = byLine_.at(line), .from = flows.empty() ? nullptr : &flows.back()});
    std::vector<std::pair<Kind, unsigned>> found;
    for (const RankStep &step : rankPath(flows.back(), branch)) found.emplace_back(step.kind, step.place->getLine());
    return found;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::map<unsigned, const llvm::Instruction *> byLine_;
};

using Steps = std::vector<std::pair<Kind, unsigned>>;

TEST_F(RankPath, GoesFromItsSourceThroughMemoryAndCalls) {
  EXPECT_EQ(path({1, 2, 10, 11}),
            (Steps{{Kind::Obtained, 1}, {Kind::Stored, 2}, {Kind::Passed, 3}, {Kind::Stored, 10}}));
}

TEST_F(RankPath, ComesBackFromACall) {
  EXPECT_EQ(path({10, 2, 4}), (Steps{{Kind::Obtained, 10}, {Kind::Returned, 3}, {Kind::Stored, 2}}));
}

TEST_F(RankPath, OfARankThatIsUsedAtOnceIsItsSource) { EXPECT_EQ(path({1, 4}), (Steps{{Kind::Obtained, 1}})); }

TEST_F(RankPath, TellsAPlaceOnceAndLeavesOutTheBranchsOwn) {
  EXPECT_EQ(path({1, 2, 2, 4, 2, 4}), (Steps{{Kind::Obtained, 1}, {Kind::Stored, 2}}));
}

}  // namespace
}  // namespace lockstep::passes
