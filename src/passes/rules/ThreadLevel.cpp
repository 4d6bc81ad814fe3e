// thread-level: calls from threads beyond the level that the program requests when it initializes MPI.
//
// The level that the library provides is unknown here, and may exceed the request: so this is a warning, and a note if
// MPI is called outside parallel regions only. One finding, for the highest level needed.
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "passes/StaticRule.h"
#include "passes/ir/SourceSite.h"
#include "passes/threads/UnorderedCalls.h"
#include "semantics/ThreadSupport.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Severity;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("thread-level");

using Level = semantics::ThreadLevel;

bool isInTeam(const ThreadWord &word) {
  return std::ranges::any_of(word, [](const WordToken &token) { return token.kind == WordToken::Kind::Parallel; });
}

Level levelFor(const ThreadWord &word) {
  using Kind = WordToken::Kind;
  if (multithreadedRegion(word)) return isInTurn(word) ? Level::Serialized : Level::Multiple;
  const auto isOther = [](const WordToken &token) { return token.isOneThread() && token.kind != Kind::Master; };
  return isInTeam(word) && std::ranges::any_of(word, isOther) ? Level::Serialized : Level::Funneled;
}

struct Need {
  Level level = Level::Single;
  const ThreadedCall *call = nullptr;
  const ThreadedCall *other = nullptr;  // may run in parallel
};

Need strongestNeed(const ThreadedCalls &threaded) {
  Need need;
  std::vector<const ThreadedCall *> inTeam;
  for (const ThreadedCall &call : threaded.calls) {
    if (!semantics::needsThreadSupport(call.call.info())) continue;
    const Level level = levelFor(call.word);
    const bool isStronger = need.call && level == need.level && isInTeam(call.word) && !isInTeam(need.call->word);
    if (level > need.level || isStronger) need = {.level = level, .call = &call};
    if (isInTeam(call.word)) inTeam.push_back(&call);
  }
  if (need.level != Level::Serialized) return need;
  for (const ThreadedCall *one : inTeam)
    if (repeatedRegion(*one).region) return {.level = Level::Multiple, .call = one};
  for (const ThreadedCall *one : inTeam)
    for (const ThreadedCall *other : inTeam)
      if (one != other && concurrentRegions(one->word, other->word) && !mayExclude(one->word, other->word))
        return {.level = Level::Multiple, .call = one, .other = other};
  return need;
}

/// An initialization call, with the level if that is a constant.
struct Initialization {
  MpiCall call;
  std::optional<Level> asked;
  bool isProvidedRead = true;
};

std::optional<Level> askedLevel(const MpiCall &call) {
  if (call.routine() == mpi::Routine::Init) return Level::Single;
  const llvm::Value *operand = call.operand(mpi::Role::ThreadLevelAsked);
  if (const auto *global = operand ? llvm::dyn_cast<llvm::GlobalVariable>(operand) : nullptr;
      global && global->isConstant() && global->hasDefinitiveInitializer())
    operand = global->getInitializer();  // Fortran passes the address of a constant
  const auto *number = operand ? llvm::dyn_cast<llvm::ConstantInt>(operand) : nullptr;
  if (!number || number->getZExtValue() > 3) return std::nullopt;
  return static_cast<Level>(number->getZExtValue());
}

bool isRead(const llvm::Value *provided) {
  const auto *variable = provided ? llvm::dyn_cast<llvm::AllocaInst>(provided) : nullptr;
  if (!variable) return true;
  return llvm::any_of(variable->users(), [](const llvm::User *user) {
    return !llvm::isa<llvm::StoreInst>(user) && !MpiCall::of(*llvm::cast<llvm::Instruction>(user));
  });
}

std::optional<Initialization> findInitialization(const llvm::Module &module) {
  std::optional<Initialization> found;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const std::optional<MpiCall> call = MpiCall::of(instruction);
      if (!call || call->info().effect != mpi::Effect::Init) continue;
      if (found) return std::nullopt;  // undetermined which one is executed
      found = {.call = *call,
               .asked = askedLevel(*call),
               .isProvidedRead =
                   call->routine() == mpi::Routine::Init || isRead(call->operand(mpi::Role::ThreadLevelGranted))};
    }
  return found;
}

Site siteOf(const MpiCall &call, std::string label) {
  Site site = sourceSite(call.instruction(), SiteRole::Call);
  site.call = call.info().name;
  site.label = std::move(label);
  return site;
}

Finding levelTooLow(const Initialization &init, const Need &need) {
  semantics::Verdict verdict = semantics::needsMore(need.call->call.info(), need.level, *init.asked);
  const bool isOutside = need.level == Level::Funneled && !isInTeam(need.call->word);
  Finding finding;
  finding.rule = verdict.rule;
  finding.severity = isOutside ? Severity::Note : verdict.severity;
  finding.message = std::move(verdict.message);
  finding.help = std::move(verdict.help);
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites.push_back(siteOf(need.call->call, need.other ? "one thread calls this" : ""));
  if (need.other) finding.sites.push_back(siteOf(need.other->call, "while another may call this"));
  finding.sites.push_back(siteOf(init.call, "requested here"));
  return finding;
}

Finding providedIgnored(const Initialization &init, const Need &need) {
  Finding finding;
  finding.rule = kRule;
  finding.severity = need.level > Level::Funneled ? Severity::Warning : Severity::Note;
  finding.message = fmt::format("the thread level that {} returns is never checked", init.call.info().name);
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites.push_back(siteOf(init.call, ""));
  if (need.level > Level::Funneled)
    finding.sites.push_back(siteOf(need.call->call, fmt::format("this needs {}", semantics::nameOf(need.level))));
  finding.help = fmt::format("end the program if less than {} is provided", semantics::nameOf(need.level));
  return finding;
}

std::vector<Finding> check(const ModuleView &view) {
  if (!view.threadedCalls().hasThreads) return {};
  const Need need = strongestNeed(view.threadedCalls());
  const std::optional<Initialization> init = findInitialization(view.module());
  if (!init || !need.call) return {};
  if (init->asked && *init->asked < need.level) return {levelTooLow(*init, need)};
  if (!init->isProvidedRead) return {providedIgnored(*init, need)};
  return {};
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
