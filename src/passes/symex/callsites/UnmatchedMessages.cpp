#include "passes/symex/callsites/UnmatchedMessages.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include "mpi/Special.h"
#include "passes/machine/PossibleValues.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::PredefinedType;
using mpi::Role;

constexpr report::Rule kUnmatched = report::rule("p2p-unmatched");
constexpr report::Rule kTypeMismatch = report::rule("p2p-type-mismatch");

/// What a call sends or receives.
struct Side {
  const llvm::CallBase *call = nullptr;
  std::string_view routine;
  std::optional<std::set<std::int64_t>> tags;     // none: not known, or any
  std::optional<std::set<PredefinedType>> types;  // none: not known, or derived
};

class Messages {
 public:
  explicit Messages(const Program &program) : program_(program), values_(program.module(), true) {
    for (const llvm::Function *function : program.reachable())
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto call = MpiCall::of(instruction)) read(*call);
  }

  /// What a send and a receive have in common is told at the send.
  std::vector<report::Finding> findings() const {
    std::vector<report::Finding> findings;
    if (sends_.empty() || receives_.empty() || isOpen_) return findings;  // the other side is another program
    for (const Side &send : sends_) judge(send, receives_, "receive", "takes", findings);
    std::vector<report::Finding> ofReceives;
    for (const Side &receive : receives_) judge(receive, sends_, "send", "has", ofReceives);
    const auto isUnmatched = [](const report::Finding &finding) { return finding.rule == kUnmatched; };
    const bool isOnePair =
        std::ranges::count_if(findings, isUnmatched) == 1 && std::ranges::count_if(ofReceives, isUnmatched) == 1;
    const std::size_t ofSends = findings.size();
    for (report::Finding &finding : ofReceives) {
      const auto end = findings.begin() + static_cast<std::ptrdiff_t>(ofSends);
      const bool isTold = std::any_of(findings.begin(), end, [&](const report::Finding &other) {
        return other.rule == finding.rule && std::ranges::any_of(other.sites, [&](const report::Site &site) {
                 return isSamePlace(site, finding.sites.front());
               });
      });
      if (isOnePair && isUnmatched(finding))
        std::ranges::find_if(findings, isUnmatched)->sites.push_back(std::move(finding.sites.front()));
      else if (!isTold)
        findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  static bool isSamePlace(const report::Site &a, const report::Site &b) {
    return a.line == b.line && a.column == b.column && a.file == b.file;
  }

  void read(const MpiCall &call) {
    const mpi::RoutineInfo &routine = call.info();
    isOpen_ = isOpen_ || routine.effect == mpi::Effect::Cancel || routine.cls == mpi::Class::CollectiveProcess;
    for (std::size_t i = 0; i < routine.arity; ++i) {
      if (routine.args()[i].role != Role::Tag || !call.operand(i)) continue;
      const int peer = routine.peerOf(i);
      if (peer < 0) continue;
      const bool isSend = routine.args()[static_cast<std::size_t>(peer)].role == Role::Dest;
      if (!isSend && routine.cls == mpi::Class::Probe && routine.indexOf(Role::NewMessage) < 0) continue;
      if (isNobody(call, static_cast<std::size_t>(peer))) continue;
      (isSend ? sends_ : receives_)
          .push_back({&call.instruction(), routine.name, tagsOf(call, i), typesOf(call, isSend)});
    }
  }

  std::optional<PossibleValues::Constants> constantsOf(const MpiCall &call, std::size_t argument) {
    const llvm::Value *operand = call.operand(argument);
    if (!operand) return std::nullopt;
    return call.isByReference(argument) ? values_.behind(*operand) : values_.of(*operand);
  }

  std::optional<std::set<std::int64_t>> numbersOf(const MpiCall &call, std::size_t argument) {
    const auto constants = constantsOf(call, argument);
    if (!constants) return std::nullopt;
    std::set<std::int64_t> numbers;
    for (const llvm::Constant *constant : *constants) {
      const auto *number = llvm::dyn_cast<llvm::ConstantInt>(constant);
      if (!number) return std::nullopt;
      numbers.insert(mpi::specialOf(program_.library(), call.info().args()[argument].role, number->getSExtValue()));
    }
    return numbers;
  }

  bool isNobody(const MpiCall &call, std::size_t peer) {
    const auto ranks = numbersOf(call, peer);
    return ranks && *ranks == std::set{mpi::kProcNull};
  }

  /// A wildcard or an invalid tag, which has a finding of its own, matches anything here.
  std::optional<std::set<std::int64_t>> tagsOf(const MpiCall &call, std::size_t argument) {
    auto tags = numbersOf(call, argument);
    if (tags && std::ranges::any_of(*tags, [](std::int64_t tag) { return tag < 0; })) tags.reset();
    return tags;
  }

  std::optional<std::set<PredefinedType>> typesOf(const MpiCall &call, bool isSend) {
    for (const mpi::BufferPlan &plan : call.info().buffers()) {
      const Role role = call.info().args()[static_cast<std::size_t>(plan.buffer)].role;
      const bool isOfSide = role == Role::UpdateBuffer || role == (isSend ? Role::ReadBuffer : Role::WriteBuffer);
      if (!isOfSide || plan.datatype < 0) continue;
      const auto counts = plan.count < 0 ? std::nullopt : numbersOf(call, static_cast<std::size_t>(plan.count));
      if (counts && counts->contains(0)) return std::nullopt;  // a message without data fits any type
      const auto constants = constantsOf(call, static_cast<std::size_t>(plan.datatype));
      if (!constants) return std::nullopt;
      std::set<PredefinedType> types;
      for (const llvm::Constant *constant : *constants) {
        const PredefinedType type = typeOf(*constant, call.isFortran());
        if (type == PredefinedType::None) return std::nullopt;
        types.insert(type);
      }
      return types;
    }
    return std::nullopt;
  }

  PredefinedType typeOf(const llvm::Constant &constant, bool isFortran) const {
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant))
      return mpi::predefinedTypeOf(program_.library(), {number->getSExtValue(), {}, isFortran});
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(constant.stripPointerCasts());
    if (!global) return PredefinedType::None;
    const llvm::StringRef name = global->getName();
    return mpi::predefinedTypeOf(program_.library(), {0, {name.data(), name.size()}, false});
  }

  static bool mayMatch(const Side &one, const Side &other) {
    if (!one.tags || !other.tags) return true;
    return std::ranges::any_of(*one.tags, [&](std::int64_t tag) { return other.tags->contains(tag); });
  }

  static bool mayFit(const Side &one, const Side &other) {
    if (!one.types || !other.types) return true;
    return std::ranges::any_of(*one.types, [&](PredefinedType type) {
      return std::ranges::any_of(*other.types,
                                 [&](PredefinedType its) { return type == its || mpi::meansTheSame(type, its); });
    });
  }

  static std::string tagsIn(const Side &side) {
    return side.tags->size() == 1 ? fmt::format("tag {}", *side.tags->begin())
                                  : fmt::format("tags {}", fmt::join(*side.tags, ", "));
  }

  static std::string typesIn(const Side &side) {
    std::vector<std::string_view> names;
    for (const PredefinedType type : *side.types)
      names.push_back(mpi::predefinedType(static_cast<std::uint64_t>(type))->name);
    return fmt::format("{}", fmt::join(names, " or "));
  }

  /// `others`: all that could be the other side, called `what`, and what it `does` with a tag.
  static void judge(const Side &side, const std::vector<Side> &others, std::string_view what, std::string_view does,
                    std::vector<report::Finding> &findings) {
    std::vector<const Side *> candidates;
    for (const Side &other : others)
      if (mayMatch(side, other)) candidates.push_back(&other);
    if (candidates.empty() && side.tags) {
      findings.push_back(makeFinding(
          kUnmatched, side,
          fmt::format("no {} of the program {} {}, which {} passes", what, does, tagsIn(side), side.routine),
          "pass the tag that the other side passes, or let the program make the call that matches"));
      findings.back().sites.front().label = fmt::format("passes {}", tagsIn(side));
      return;
    }
    const bool mayFitOne =
        candidates.empty() || std::ranges::any_of(candidates, [&](const Side *other) { return mayFit(side, *other); });
    if (mayFitOne) return;
    findings.push_back(
        makeFinding(kTypeMismatch, side,
                    fmt::format("{} passes {}, but every {} of the program that can match passes {}", side.routine,
                                typesIn(side), what, typesIn(*candidates.front())),
                    "let the send and the receives that can take its message name the same basic types"));
    findings.back().sites.push_back(siteAt(*candidates.front()->call, report::SiteRole::Call, "can match it"));
  }

  static report::Finding makeFinding(report::Rule rule, const Side &side, std::string message, std::string help) {
    report::Finding finding = symex::makeFinding({.rule = rule, .message = std::move(message), .help = {}},
                                                 {siteAt(*side.call, report::SiteRole::Call, "")});
    finding.severity = report::Severity::Warning;
    finding.help = std::move(help);
    return finding;
  }

  const Program &program_;
  PossibleValues values_;
  std::vector<Side> sends_;
  std::vector<Side> receives_;
  bool isOpen_ = false;  // a message may be canceled, or go to another program
};

}  // namespace

std::vector<report::Finding> findUnmatchedMessages(const Program &program) {
  if (!program.entry() || program.callsUnseenCode()) return {};
  return Messages(program).findings();
}

}  // namespace lockstep::passes::symex
