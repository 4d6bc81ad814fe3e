// handle-race: a handle is freed by a call that nothing orders with a use of it by another thread, or a request
// variable is given to two threads.
//
// Only handles are judged that both threads certainly read from the same variable (ir/SharedHandle.h). A request counts
// if the program stores one into the variable.
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <set>

#include "passes/StaticRule.h"
#include "passes/ir/SharedHandle.h"
#include "passes/ir/SourceSite.h"
#include "passes/threads/UnorderedCalls.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::passes {

namespace {

using mpi::Role;
using report::Finding;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("handle-race");

struct Use {
  const ThreadedCall *call = nullptr;
  const llvm::Value *variable = nullptr;
  mpi::Element kind{};
  bool isFreed = false;
  bool isRequest = false;
  bool stores = false;  // a new request
};

void addHandles(const ThreadedCall &threaded, std::vector<Use> &uses) {
  for (const semantics::HandleUse &use : semantics::handleUsesOf(threaded.call.info())) {
    const llvm::Value *operand = threaded.call.operand(use.argument);
    if (const llvm::Value *variable = operand ? sharedValue(*operand) : nullptr)
      uses.push_back({.call = &threaded, .variable = variable, .kind = use.kind, .isFreed = use.isFreed});
  }
}

CodeOf codeOf(const ThreadedCall &threaded) {
  const bool isInTeam = std::ranges::any_of(
      threaded.word, [](const WordToken &token) { return token.kind == WordToken::Kind::Parallel; });
  return isInTeam ? CodeOf::Team : CodeOf::OneThread;
}

void addRequests(const ThreadedCall &threaded, std::vector<Use> &uses) {
  for (const Role role : {Role::NewRequest, Role::Request, Role::Requests}) {
    const llvm::Value *operand = threaded.call.operand(role);
    const llvm::Value *variable = operand ? sharedValue(*operand, codeOf(threaded)) : nullptr;
    if (!variable || llvm::isa<llvm::ConstantPointerNull>(variable)) continue;
    uses.push_back({.call = &threaded, .variable = variable, .isRequest = true, .stores = role == Role::NewRequest});
  }
}

Site siteOf(const ThreadedCall &threaded, std::string label) {
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = threaded.call.info().name;
  site.label = std::move(label);
  return site;
}

Finding makeFinding(semantics::Verdict verdict, const ThreadedCall &first, const ThreadedCall &second) {
  Finding finding;
  finding.rule = kRule;
  finding.message = std::move(verdict.message);
  finding.help = std::move(verdict.help);
  finding.severity = first.isMet && second.isMet ? report::Severity::Error : report::Severity::Warning;
  finding.confirmed = report::Confirmed::StaticOnly;
  return finding;
}

Finding freedWhileUsed(const Use &freeing, const Use &use) {
  Finding finding =
      makeFinding(semantics::freedWhileUsed(freeing.call->call.info(), use.call->call.info(), freeing.kind),
                  *freeing.call, *use.call);
  finding.sites.push_back(siteOf(*freeing.call, "freed here"));
  finding.sites.push_back(siteOf(*use.call, "used here"));
  return finding;
}

Finding requestOfTwoThreads(const Use &one, const Use &other) {
  const bool isReversed = lineOf(other.call->call.instruction()) < lineOf(one.call->call.instruction());
  const ThreadedCall &first = isReversed ? *other.call : *one.call;
  const ThreadedCall &second = isReversed ? *one.call : *other.call;
  const mpi::RoutineInfo &routine = first.call.info();
  Finding finding = makeFinding(semantics::requestOfTwoThreads(routine, second.call.info()), first, second);
  finding.sites.push_back(siteOf(
      first,
      "one thread is given the " + std::string(semantics::sharedRequest(routine, second.call.info())) + " here"));
  finding.sites.push_back(siteOf(second, "another one here"));
  return finding;
}

bool areUnordered(const Use &one, const Use &other) {
  if (one.variable != other.variable || one.isRequest != other.isRequest) return false;
  if (!one.isRequest && (one.kind != other.kind || (!one.isFreed && !other.isFreed))) return false;
  return separation(*one.call, *other.call) == Separation::Nothing;
}

/// Conflicts over one request variable have one cause, and are reported once.
std::vector<Finding> check(const ModuleView &view) {
  if (!view.threadedCalls().hasThreads) return {};
  std::vector<Use> uses;
  for (const ThreadedCall &threaded : view.threadedCalls().calls) {
    addHandles(threaded, uses);
    addRequests(threaded, uses);
  }
  std::set<const llvm::Value *> started;
  for (const Use &use : uses)
    if (use.stores) started.insert(use.variable);
  std::vector<Finding> findings;
  std::set<const llvm::Value *> reported;
  for (std::size_t i = 0; i < uses.size(); ++i)
    for (std::size_t j = i; j < uses.size(); ++j) {
      const Use &one = uses[i];
      const Use &other = uses[j];
      if (!areUnordered(one, other)) continue;
      if (one.isRequest && (!started.contains(one.variable) || !reported.insert(one.variable).second)) continue;
      if (one.isRequest)
        findings.push_back(requestOfTwoThreads(one, other));
      else
        findings.push_back(one.isFreed ? freedWhileUsed(one, other) : freedWhileUsed(other, one));
    }
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
