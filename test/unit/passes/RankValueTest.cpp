// What is computed of addresses on one rank.
#include "passes/collectives/RankValue.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

namespace lockstep::passes {
namespace {

constexpr const char *kProgram = R"(
@table = global [4 x ptr] zeroinitializer
define void @first() { ret void }
define void @second() { ret void }
define void @use(i64 %index, ptr %function) {
  %element = getelementptr inbounds [4 x ptr], ptr @table, i64 0, i64 %index
  %same = icmp eq ptr %function, @first
  ret void
}
)";

class RankValueTest : public testing::Test {
 protected:
  RankValueTest() {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(kProgram, problem, context_);
  }
  RankValue valueOf(const llvm::Value &value) const {
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
      return constantValue(*constant, module_->getDataLayout());
    return value.getName() == "index" ? index_ : function_;
  }
  RankValue evaluated(llvm::StringRef name) const {
    for (const llvm::Instruction &instruction : llvm::instructions(*module_->getFunction("use")))
      if (instruction.getName() == name)
        return evaluate(instruction, module_->getDataLayout(), [this](const llvm::Value &v) { return valueOf(v); });
    return {};
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  RankValue index_;
  RankValue function_;
};

TEST_F(RankValueTest, AnElementIsFoundByItsIndex) {
  for (const std::int64_t index : {0, 1, 2, 3, -1}) {
    index_ = {.base = llvm::ConstantInt::getSigned(llvm::Type::getInt64Ty(context_), index)};
    EXPECT_EQ(evaluated("element").base, module_->getNamedValue("table"));
    EXPECT_EQ(evaluated("element").offset, 8 * index);
  }
  index_ = {};
  EXPECT_EQ(evaluated("element").offset, RankValue::kSomewhere);
}

TEST_F(RankValueTest, FunctionsAreTheSameOrNot) {
  function_ = {.base = module_->getFunction("first")};
  EXPECT_NE(evaluated("same").integer(), 0);
  function_ = {.base = module_->getFunction("second")};
  EXPECT_EQ(evaluated("same").integer(), 0);
  function_ = {};
  EXPECT_FALSE(evaluated("same").integer());
}

TEST_F(RankValueTest, DependenceOnTheRankGoesOn) {
  const RankTaint flow{.step = &*llvm::inst_begin(module_->getFunction("use"))};
  index_ = {.flow = &flow};
  EXPECT_EQ(evaluated("element").flow, &flow);
}

}  // namespace
}  // namespace lockstep::passes
