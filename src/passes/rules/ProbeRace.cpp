// message-race: a thread probes for a message, and another thread may receive that message first.
//
// The receive may match the probed message if the communicator is the same, and of source and tag each is the same
// value for both threads, or a wildcard.
#include "mpi/Special.h"
#include "passes/StaticRule.h"
#include "passes/ir/SharedHandle.h"
#include "passes/ir/SourceSite.h"
#include "passes/threads/UnorderedCalls.h"
#include "semantics/ThreadOrder.h"

#include <llvm/IR/Constants.h>

namespace lockstep::passes {

namespace {

using mpi::Role;
using report::Finding;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("message-race");

/// In a call that sends and receives, the receive tag is last.
const llvm::Value *lastOf(const MpiCall &call, Role role) {
  const llvm::Value *last = nullptr;
  for (std::size_t i = 0; i < call.info().args().size(); ++i)
    if (call.info().args()[i].role == role) last = call.operand(i);
  return last;
}

bool isWildcard(const llvm::Value &value, Role role, mpi::Library library) {
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!number) return false;
  const std::int64_t special = mpi::specialOf(library, role, number->getSExtValue());
  return special == mpi::kAnySource || special == mpi::kAnyTag;
}

bool mayMeanTheSame(const MpiCall &probe, const MpiCall &receive, Role role) {
  const llvm::Value *one = lastOf(probe, role);
  const llvm::Value *other = lastOf(receive, role);
  if (!one || !other) return false;
  const llvm::Value *first = sharedValue(*one);
  const llvm::Value *second = sharedValue(*other);
  const mpi::Library library = libraryOf(*probe.instruction().getModule());
  if ((first && isWildcard(*first, role, library)) || (second && isWildcard(*second, role, library))) return true;
  return first && first == second;
}

Site siteOf(const ThreadedCall &threaded, std::string label) {
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = threaded.call.info().name;
  site.label = std::move(label);
  return site;
}

bool areUnordered(const ThreadedCall &probe, const ThreadedCall &receive) {
  if (!semantics::isPlainProbe(probe.call.info()) || !semantics::takesMessage(receive.call.info())) return false;
  const llvm::Value *comm = sharedHandle(probe.call);
  return comm && comm == sharedHandle(receive.call) && mayMeanTheSame(probe.call, receive.call, Role::Source) &&
         mayMeanTheSame(probe.call, receive.call, Role::Tag) && separation(probe, receive) == Separation::Nothing;
}

std::vector<Finding> check(const ModuleView &view) {
  if (!view.threadedCalls().hasThreads) return {};
  std::vector<Finding> findings;
  for (const ThreadedCall &probe : view.threadedCalls().calls)
    for (const ThreadedCall &receive : view.threadedCalls().calls) {
      if (!areUnordered(probe, receive)) continue;
      semantics::Verdict verdict = semantics::probedMessageTaken(probe.call.info(), receive.call.info());
      Finding finding;
      finding.rule = kRule;
      finding.severity = verdict.severity;
      finding.message = std::move(verdict.message);
      finding.help = std::move(verdict.help);
      finding.confirmed = report::Confirmed::StaticOnly;
      finding.sites.push_back(siteOf(probe, "one thread probes"));
      finding.sites.push_back(siteOf(receive, "another one may take the message"));
      findings.push_back(std::move(finding));
    }
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
