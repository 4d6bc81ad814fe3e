// Possible effects of calls that are not analyzed.
#include "passes/ir/CallEffects.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>

namespace lockstep::passes {
namespace {

constexpr const char *kProgram = R"(
@count = global i32 0
@own = internal global i32 0
declare i32 @printf(ptr, ...)
declare i32 @sscanf(ptr, ptr, ...)
declare i64 @strtol(ptr, ptr, i32)
declare i32 @sleep(i32)
declare ptr @malloc(i64)
declare void @unseen(ptr)
declare i32 @MPI_Barrier(i32)
define void @barrier() {
  %done = call i32 @MPI_Barrier(i32 1140850688)
  ret void
}
define i32 @main(ptr %text, ptr %other) {
  %printed = call i32 (ptr, ...) @printf(ptr %text, ptr %other)
  %scanned = call i32 (ptr, ptr, ...) @sscanf(ptr %text, ptr %text, ptr %other)
  %number = call i64 @strtol(ptr %text, ptr %other, i32 10)
  %slept = call i32 @sleep(i32 1)
  %made = call ptr @malloc(i64 8)
  call void @unseen(ptr %other)
  call void @barrier()
  ret i32 0
}
)";

class CallEffectsTest : public testing::Test {
 protected:
  CallEffectsTest() {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(kProgram, problem, context_);
  }
  const llvm::CallBase &call(llvm::StringRef callee) const {
    for (const llvm::Instruction &instruction : llvm::instructions(*module_->getFunction("main")))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (call->getCalledFunction()->getName() == callee) return *call;
    throw std::out_of_range(callee.str());
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(CallEffectsTest, LibraryFunctionsRunNoCollective) {
  const CallEffects effects(*module_);
  EXPECT_FALSE(effects.mayHideCollective(call("printf")));
  EXPECT_FALSE(effects.mayHideCollective(call("sleep")));
  EXPECT_TRUE(effects.mayHideCollective(call("unseen")));
  EXPECT_TRUE(effects.mayHideCollective(call("barrier")));
}

TEST_F(CallEffectsTest, LlvmTellsWhichArgumentsAreOnlyRead) {
  const InferredAttributes attributes(*module_);
  const CallEffects effects(*module_);
  EXPECT_FALSE(effects.mayWrite(call("printf"), 0));
  EXPECT_FALSE(effects.mayWrite(call("printf"), 1));
  EXPECT_FALSE(effects.mayWrite(call("sscanf"), 0));
  EXPECT_TRUE(effects.mayWrite(call("sscanf"), 2));
  EXPECT_TRUE(effects.mayWrite(call("strtol"), 1));
  EXPECT_TRUE(effects.mayWrite(call("unseen"), 0));
}

TEST_F(CallEffectsTest, UnseenCodeChangesGlobalsThatItCanKnow) {
  const CallEffects effects(*module_);
  EXPECT_TRUE(effects.mayChange(call("unseen"), *module_->getNamedGlobal("count")));
  EXPECT_FALSE(effects.mayChange(call("unseen"), *module_->getNamedGlobal("own")));
  EXPECT_FALSE(effects.mayChange(call("printf"), *module_->getNamedGlobal("count")));
}

TEST_F(CallEffectsTest, InferredAttributesEndWithTheAnalysis) {
  const llvm::Function &function = *module_->getFunction("malloc");
  const llvm::AttributeList before = function.getAttributes();
  {
    const InferredAttributes attributes(*module_);
    EXPECT_TRUE(function.returnDoesNotAlias());
  }
  EXPECT_EQ(function.getAttributes(), before);
}

}  // namespace
}  // namespace lockstep::passes
