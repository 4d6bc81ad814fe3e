#include "passes/ir/OpenMpCall.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Frontend/OpenMP/OMPConstants.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

namespace {

struct Row {
  std::string_view name;
  OpenMp meaning = OpenMp::None;
};

/// All names known to LLVM, by llvm::omp::RuntimeFunction.
constexpr std::string_view kLlvmNames[] = {
#define OMP_RTL(ENUM, NAME, ...) NAME,
#include <llvm/Frontend/OpenMP/OMPKinds.def>
};

constexpr std::string_view nameOf(llvm::omp::RuntimeFunction function) {
  return kLlvmNames[static_cast<std::size_t>(function)];
}

constexpr Row kRows[] = {
#define LOCKSTEP_OPENMP(NAME, MEANING) {nameOf(llvm::omp::OMPRTL_##NAME), OpenMp::MEANING},
#include "passes/ir/OpenMpRuntime.def"
};

constexpr Row kMoreRows[] = {
#define LOCKSTEP_OPENMP_MORE(NAME, MEANING) {#NAME, OpenMp::MEANING},
#include "passes/ir/OpenMpRuntime.def"
};

constexpr std::string_view kApiPrefixes[] = {
#define LOCKSTEP_OPENMP_API(PREFIX) PREFIX,
#include "passes/ir/OpenMpRuntime.def"
};

constexpr std::string_view kQueryPrefixes[] = {
#define LOCKSTEP_OPENMP_QUERY(PREFIX) PREFIX,
#include "passes/ir/OpenMpRuntime.def"
};

constexpr std::string_view kDevicePrefixes[] = {
#define LOCKSTEP_OPENMP_DEVICE(PREFIX) PREFIX,
#include "passes/ir/OpenMpRuntime.def"
};

constexpr bool isKnownToLlvm(const Row &row) {
  return std::ranges::find(kLlvmNames, row.name) != std::ranges::end(kLlvmNames);
}
static_assert(std::ranges::none_of(kMoreRows, isKnownToLlvm), "stands in LLVM's table: use LOCKSTEP_OPENMP");

constexpr bool startsWithOneOf(std::string_view name, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

llvm::StringMap<OpenMp> makeTable() {
  llvm::StringMap<OpenMp> table;
  for (const std::string_view name : kLlvmNames)
    if (!startsWithOneOf(name, kDevicePrefixes)) table[name] = OpenMp::Other;
  for (const Row &row : kRows) table[row.name] = row.meaning;
  for (const Row &row : kMoreRows) table[row.name] = row.meaning;
  return table;
}

}  // namespace

OpenMp openMpOf(llvm::StringRef name) {
  static const llvm::StringMap<OpenMp> kTable = makeTable();
  if (startsWithOneOf(name, kApiPrefixes)) name.consume_back("_");
  if (const auto found = kTable.find(name); found != kTable.end()) return found->second;
  return startsWithOneOf(name, kQueryPrefixes) ? OpenMp::Other : OpenMp::None;
}

OpenMp openMpOf(const llvm::Function &callee) {
  return callee.isDeclaration() && !callee.isIntrinsic() ? openMpOf(callee.getName()) : OpenMp::None;
}

OpenMp openMpOf(const llvm::CallBase &call) {
  const llvm::Function *callee = calledFunction(call);
  return callee ? openMpOf(*callee) : OpenMp::None;
}

bool isOutlined(const llvm::Function &function) { return function.getName().contains(".omp_"); }

bool isQuiet(OpenMp what) {
  switch (what) {
    case OpenMp::None:
    case OpenMp::Fork:
    case OpenMp::ForkIf:
    case OpenMp::ForkTeams:
    case OpenMp::TaskAlloc:
    case OpenMp::Task:
    case OpenMp::DependentTask:
    case OpenMp::UndeferredTask:
    case OpenMp::EndUndeferredTask:
    case OpenMp::Taskloop:
    case OpenMp::TaskWait:
    case OpenMp::TaskGroup:
    case OpenMp::EndTaskGroup:
    case OpenMp::TaskYield:
    case OpenMp::OtherTask:
      return false;
    default:
      return true;
  }
}

llvm::Value *ParallelRegion::passedFor(const llvm::CallBase &fork, unsigned parameter) const {
  if (!body || parameter < kFirstParameter) return nullptr;
  const unsigned operand = firstOperand + parameter - kFirstParameter;
  return operand < fork.arg_size() ? fork.getArgOperand(operand) : nullptr;
}

ParallelRegion parallelRegionOf(const llvm::CallBase &call) {
  constexpr unsigned kBody = 2;  // operand of the call
  const OpenMp what = openMpOf(call);
  if ((what != OpenMp::Fork && what != OpenMp::ForkIf) || call.arg_size() <= kBody) return {};
  ParallelRegion region{.body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(kBody)->stripPointerCasts()),
                        .firstOperand = kBody + 1};
  if (what == OpenMp::Fork || call.arg_size() <= kBody + 1) return region;
  region.condition = call.getArgOperand(kBody + 1);
  region.firstOperand = kBody + 2;
  return region;
}

}  // namespace lockstep::passes
