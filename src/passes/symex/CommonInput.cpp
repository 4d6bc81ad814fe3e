// Calls of libraries in a joint run that give every rank the same, as far as they are given the same: those that read
// input, and those that compute something of it. What tells ranks apart is left out: clocks, random numbers, names of
// processes and hosts, and the variables by which launchers tell a process its rank.
#include <cmath>

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Arithmetic.h"
#include "passes/symex/Interpreter.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::int64_t kRoom = 4096;  // of memory whose size is not known

bool tellsRanksApart(llvm::StringRef name) {
  static const llvm::StringSet<> kNames{
      "clock",       "clock_gettime", "clock_getres", "drand48", "erand48",  "fread",     "getcwd",
      "gethostname", "getline",       "getpid",       "getppid", "getlogin", "getrusage", "gettimeofday",
      "jrand48",     "lrand48",       "mkstemp",      "mrand48", "nrand48",  "rand",      "rand_r",
      "random",      "sched_getcpu",  "time",         "times",   "tmpfile",  "uname"};
  return kNames.contains(name);
}

bool isOfRank(llvm::StringRef variable) {
  if (variable.ends_with("RANK") || variable.ends_with("RANKID") || variable.ends_with("PROCID")) return true;
  return variable.ends_with("LOCALID") || variable.ends_with("NODEID") || variable == "HOSTNAME";
}

/// The text that a constant address leads to.
llvm::StringRef textAt(const llvm::Value &address) {
  llvm::StringRef text;
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(address.stripPointerCasts());
  if (!global || !global->isConstant() || !global->hasInitializer()) return text;
  const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer());
  return data && data->isCString() ? data->getAsCString() : text;
}

/// What a function of the C library makes of numbers.
std::optional<double> calculate(llvm::StringRef name, double a, double b) {
  using One = double (*)(double);
  const auto one = llvm::StringSwitch<One>(name)
                       .Cases("sqrt", "sqrtf", "llvm.sqrt.f64", "llvm.sqrt.f32", std::sqrt)
                       .Cases("cbrt", "cbrtf", std::cbrt)
                       .Cases("floor", "floorf", "llvm.floor.f64", "llvm.floor.f32", std::floor)
                       .Cases("ceil", "ceilf", "llvm.ceil.f64", "llvm.ceil.f32", std::ceil)
                       .Cases("round", "roundf", "llvm.round.f64", "llvm.round.f32", std::round)
                       .Cases("fabs", "fabsf", "llvm.fabs.f64", "llvm.fabs.f32", std::fabs)
                       .Cases("exp", "llvm.exp.f64", std::exp)
                       .Cases("log", "llvm.log.f64", std::log)
                       .Cases("log2", "llvm.log2.f64", std::log2)
                       .Default(nullptr);
  if (one) return one(a);
  if (name == "pow" || name == "llvm.pow.f64") return std::pow(a, b);
  if (name == "fmax" || name == "llvm.maxnum.f64") return std::fmax(a, b);
  if (name == "fmin" || name == "llvm.minnum.f64") return std::fmin(a, b);
  return std::nullopt;
}

bool isKnownToAll(const llvm::Function &callee, LibraryCall kind) {
  if (callee.isIntrinsic()) return callee.doesNotAccessMemory() && !callee.getReturnType()->isAggregateType();
  if (tellsRanksApart(callee.getName())) return false;
  if (kind == LibraryCall::Asks || kind == LibraryCall::Input) return true;
  llvm::LibFunc function{};
  const bool isComputed = targetLibrary().getLibFunc(callee.getName(), function) && callee.onlyReadsMemory();
  return kind == LibraryCall::Other && (isComputed || callee.getName().starts_with("getopt"));
}

}  // namespace

/// What the call reads by the argument, by a number that is the same wherever that is; nothing if it is not common.
std::optional<std::uint64_t> Interpreter::originOf(State &state, const llvm::CallBase &call, unsigned argument) {
  const llvm::Value &operand = *call.getArgOperand(argument);
  trace::IdHash origin("read");
  if (llvm::isa<llvm::MetadataAsValue>(operand)) return origin.id();
  const Value value = valueOf(state, operand);
  if (value.isNumber()) return origin.add(static_cast<std::uint64_t>(value.number)).id();
  if (value.isTerm()) {
    const SymExpr &term = terms_[value.id];
    const bool isCommon = term.uniformity != Uniformity::None || term.constant;
    return isCommon ? std::optional(origin.add(value.id).id()) : std::nullopt;
  }
  if (!value.isPointer() || value.number == Value::kSomewhere) return std::nullopt;
  if (program_.effects().mayWrite(call, argument)) return origin.id();
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(state.memory[value.id].origin);
  if (global && global->isConstant())
    return origin.add(reinterpret_cast<std::uintptr_t>(global)).add(static_cast<std::uint64_t>(value.number)).id();
  const UniformPart *part = state.memory.uniformPart(value.id, value.number, 1);
  if (!part || !state.memory.isUntouched(value.id, value.number, 1)) return std::nullopt;
  return origin.add(part->origin).add(static_cast<std::uint64_t>(value.number - part->base)).id();
}

/// False for a call that does not compute a real number of such that are known in this run.
bool Interpreter::executeCommonMath(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  if (!call.getType()->isFloatingPointTy() || call.arg_size() < 1 || call.arg_size() > 2) return false;
  const auto first = joint_->realOf(valueOf(state, *call.getArgOperand(0)));
  const auto second = joint_->realOf(valueOf(state, *call.getArgOperand(call.arg_size() - 1)));
  const auto result = first && second ? calculate(callee.getName(), *first, *second) : std::nullopt;
  if (!result) return false;
  const auto *constant = llvm::cast<llvm::Constant>(llvm::ConstantFP::get(call.getType(), *result));
  setResult(state, call, terms_.ofConstant(*constant, bitsOf(call.getType())));
  return true;
}

/// False for a call whose result is not common to all ranks.
bool Interpreter::executeCommonInput(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  const CallEffects &effects = program_.effects();
  const LibraryCall kind = effects.libraryCall(callee);
  if (executeCommonMath(state, call, callee)) return true;
  if (!isKnownToAll(callee, kind)) return false;
  if (callee.getName() == "getenv" && isOfRank(textAt(*call.getArgOperand(0)))) return false;
  trace::IdHash hash(callee.isIntrinsic() ? "intrinsic" : "call");
  hash.add(std::string_view(callee.getName().data(), callee.getName().size()));
  bool isOfInput = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const auto origin = originOf(state, call, i);
    if (!origin) return false;
    hash.add(*origin);
    const Value value = valueOf(state, *call.getArgOperand(i));
    isOfInput |= value.isPointer() || terms_.uniformityOf(value) > Uniformity::Constant;
  }
  const bool isRead = kind == LibraryCall::Asks || kind == LibraryCall::Input;
  const bool isPure = call.onlyReadsMemory() || callee.getName().starts_with("ato") || callee.getName() == "getenv";
  if (!isOfInput && !isRead) return false;
  const unsigned occurrence = state.occurrences[&call]++;
  if (!isPure) hash.add(reinterpret_cast<std::uintptr_t>(&call)).add(occurrence);
  const std::uint64_t origin = hash.id();
  if (!joint_->isReadAlike(call, occurrence, origin)) return false;
  for (unsigned i = 0; i < call.arg_size() && !isPure; ++i) {
    if (!call.getArgOperand(i)->getType()->isPointerTy() || !effects.mayWrite(call, i)) continue;
    const auto place = placeOf(state, valueOf(state, *call.getArgOperand(i)));
    if (!place) continue;
    if (place->number == Value::kSomewhere ||
        terms_.uniformityOf(valueOf(state, *call.getArgOperand(i))) != Uniformity::None) {
      if (!valueOf(state, *call.getArgOperand(i)).isTerm()) forget(state, *place, UnknownKind::Free);
      continue;
    }
    const std::int64_t size = state.memory[place->id].size;
    const std::int64_t end = size > place->number ? size : place->number + kRoom;
    invalidate(state, place->id);
    state.memory.forgetUniformly(
        place->id,
        {place->number, end, place->number, trace::IdHash("written").add(origin).add(i).id(), Uniformity::Input},
        terms_);
  }
  setResult(state, call, terms_.leafOf(origin, bitsOf(call.getType()), Uniformity::Input));
  return true;
}

}  // namespace lockstep::passes::symex
