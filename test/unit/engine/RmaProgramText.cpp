#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "RmaProgram.h"

namespace lockstep::reference {
namespace {

using Kind = RmaStep::Kind;

std::string_view nameOf(Object object) {
  switch (object) {
    case Object::Exposed:
      return "x";
    case Object::Other:
      return "y";
    case Object::Buffer:
      return "b";
  }
  return {};
}

std::string_view nameOf(Type type, bool isStrided) {
  switch (type) {
    case Type::Int:
      return isStrided ? "everySecondInt" : "INT";
    case Type::Float:
      return isStrided ? "everySecondFloat" : "FLOAT";
    case Type::Short:
      return isStrided ? "everySecondShort" : "SHORT";
  }
  return {};
}

std::string_view nameOf(Op op) {
  static constexpr std::string_view kNames[] = {"SUM", "PROD", "REPLACE", "NO_OP"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string_view nameOf(Rma rma) {
  static constexpr std::string_view kNames[] = {
      "Put", "Get", "Accumulate", "Get_accumulate", "Fetch_and_op", "Compare_and_swap", "Rput", "Rget"};
  return kNames[static_cast<std::size_t>(rma)];
}

std::string_view nameOf(Assertion assertion) {
  static constexpr std::string_view kNames[] = {"0", "NOPRECEDE", "NOSUCCEED", "NOCHECK"};
  return kNames[static_cast<std::size_t>(assertion)];
}

class Text {
 public:
  explicit Text(const RmaProgram &program) : program_(program) {}
  std::string make();

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }
  void call(const RmaStep &step, int rank, std::string_view what) {
    line("{}: call {} @ p.c:{} main\n", rank, what, step.line);
  }
  void call(const RmaStep &step, std::string_view what) { call(step, step.rank, what); }
  void each(const RmaStep &step, std::string_view what) {
    for (const int rank : step.others) call(step, rank, what);
  }
  std::string comm(const RmaStep &step) const { return std::ssize(step.others) == program_.ranks ? "world" : "part"; }
  std::string window(const RmaStep &step) const { return fmt::format("win=w{}", step.window); }
  std::string place(const RmaStep &step) const;

  void talk(const RmaStep &step);
  void attach(int rank, int window);
  void detach(int rank, int window);
  void begin();
  void access(const RmaStep &step);
  void operate(const RmaStep &step);
  void step(const RmaStep &step);
  void end();

  const RmaProgram &program_;
  Words words_;
  std::string text_;
};

std::string Text::place(const RmaStep &step) const {
  const bool isShared = step.object == Object::Exposed && program_.windows.front().isShared;
  const bool isRma = step.kind == Kind::Rma;
  const std::string part = isShared ? fmt::format(".{}", isRma ? step.rank : step.peer) : "";
  return fmt::format("{}{}+{}", nameOf(step.object), part, step.offset);
}

/// An operation on a word, and the flush that completes it.
void Text::talk(const RmaStep &step) {
  const int place = 8 * static_cast<int>(wordOf(step));
  const int old = words_.run(step);
  const std::string there = fmt::format("target_rank={} target_disp={} win=words", step.peer, place);
  bool fetches = step.isExchange;
  switch (step.kind) {
    case Kind::StoreFlag:
      return line("{}: atomic {} words.{}+{} 4 = {} @ p.c:{} main\n", step.rank, step.isExchange ? "update" : "store",
                  step.peer, place,
                  step.isExchange ? fmt::format("{} {}", old, step.line) : fmt::format("{}", step.line), step.line);
    case Kind::LoadFlag:
      return line("{}: atomic load words.{}+{} 4 = {} @ p.c:{} main\n", step.rank, step.peer, place, old, step.line);
    case Kind::ReadFlag:
    case Kind::ReadCounter:
      fetches = true;
      call(step, fmt::format("Fetch_and_op op=NO_OP result_addr=r {}", there));
      break;
    case Kind::TakeLock:
    case Kind::TryLock:
      fetches = true;
      call(step, fmt::format("Compare_and_swap given=1 compared=0 result_addr=r {}", there));
      break;
    default: {
      const bool isSwap = step.kind == Kind::GiveLock && step.isSwap;
      const bool adds = step.kind == Kind::AddToCounter;
      const int given = adds ? 1 : step.kind == Kind::GiveLock ? 0 : step.line;
      fetches = fetches || isSwap;
      const std::string how =
          isSwap ? "Compare_and_swap compared=1"
                 : fmt::format("{} op={}", fetches ? "Fetch_and_op" : "Accumulate", adds ? "SUM" : "REPLACE");
      call(step, fmt::format("{} given={}{} {}", how, given, fetches ? " result_addr=r" : "", there));
    }
  }
  if (fetches)
    call(step, fmt::format("Win_flush rank={} win=words fetched=[r:{}]", step.peer, old));
  else if (!step.isUnflushed)
    call(step, fmt::format("Win_flush rank={} win=words", step.peer));
}

void Text::begin() {
  line("ranks {}\n", program_.ranks);
  line("comm part = {{{}}}\n", fmt::join(program_.part, ","));
  line("all: call Win_{} size=64 -> {}win=words\n", program_.hasSharedWords ? "allocate_shared" : "create base=words",
       program_.hasSharedWords ? "baseptr=words " : "");
  line("all: call Win_lock_all win=words\n");
  for (int i = 0; i < static_cast<int>(program_.windows.size()); ++i) {
    const RmaWindow &window = program_.windows[static_cast<std::size_t>(i)];
    for (int rank = 0; rank < program_.ranks; ++rank) {
      const int unit = window.units[static_cast<std::size_t>(rank)];
      if (window.isDynamic) {
        line("{}: call Win_create_dynamic -> win=w{}\n", rank, i);
        attach(rank, i);
      } else if (window.isShared)
        line("{}: call Win_allocate_shared size={} disp_unit={} -> baseptr={} win=w{}\n", rank, kObjectBytes, unit,
             nameOf(window.object), i);
      else
        line("{}: call Win_create base={}+{} size={} disp_unit={} -> win=w{}\n", rank, nameOf(window.object),
             window.base, kObjectBytes - window.base, unit, i);
    }
  }
  line("all: call Barrier\n");
  for (const Type type : {Type::Int, Type::Float, Type::Short}) {
    const int bytes = bytesOf(type);
    line("all: type {} = extent {} {{0:{}x2+{}}}\n", nameOf(type, true), 4 * bytes, nameOf(type, false), 2 * bytes);
    line("all: call Type_commit datatype={}\n", nameOf(type, true));
  }
}

/// In one piece, or in two that overlap.
void Text::attach(int rank, int window) {
  const RmaWindow &attached = program_.windows[static_cast<std::size_t>(window)];
  const std::string_view name = nameOf(attached.object);
  if (rank % 2 == 0) {
    line("{}: call Win_attach base={}+{} size={} win=w{}\n", rank, name, attached.base, kObjectBytes - attached.base,
         window);
  } else {
    line("{}: call Win_attach base={}+{} size=24 win=w{}\n", rank, name, attached.base, window);
    line("{}: call Win_attach base={}+{} size={} win=w{}\n", rank, name, attached.base + 16,
         kObjectBytes - attached.base - 16, window);
  }
}

void Text::detach(int rank, int window) {
  const RmaWindow &attached = program_.windows[static_cast<std::size_t>(window)];
  const std::string_view name = nameOf(attached.object);
  line("{}: call Win_detach base={}+{} win=w{}\n", rank, name, attached.base, window);
  if (rank % 2 != 0) line("{}: call Win_detach base={}+{} win=w{}\n", rank, name, attached.base + 16, window);
}

void Text::access(const RmaStep &step) {
  const std::string shape =
      step.count == 1 ? fmt::format("{}", step.bytes) : fmt::format("{}x{}+{}", step.bytes, step.count, step.stride);
  line("{}: {} {} {} @ p.c:{} main\n", step.rank, step.kind == Kind::Load ? "load" : "store", place(step), shape,
       step.line);
}

void Text::operate(const RmaStep &step) {
  const RmaWindow &on = program_.windows[static_cast<std::size_t>(step.window)];
  const int unit = on.units[static_cast<std::size_t>(step.peer)];
  const std::string displacement = on.isDynamic ? fmt::format("{}+{}", nameOf(on.object), on.base + step.displacement)
                                                : fmt::format("{}", step.displacement / unit);
  std::string what =
      fmt::format("{} target_rank={} target_disp={} {}", nameOf(step.rma), step.peer, displacement, window(step));
  const bool hasResult =
      step.rma == Rma::GetAccumulate || step.rma == Rma::FetchAndOp || step.rma == Rma::CompareAndSwap;
  const bool isSingle = hasResult && step.rma != Rma::GetAccumulate;
  what += fmt::format(" {}={}", hasResult ? "result_addr" : "origin_addr", place(step));
  if (isSingle) what += fmt::format(" datatype={}", nameOf(step.type, false));
  if (!isSingle)
    what += fmt::format(" origin_datatype={0} origin_count={1} target_datatype={2} target_count={3}",
                        nameOf(step.type, false), step.count, nameOf(step.type, step.isStrided),
                        step.isStrided ? 1 : step.count);
  if (step.rma == Rma::GetAccumulate)
    what += fmt::format(" result_datatype={} result_count={}", nameOf(step.type, false), step.count);
  if (step.rma == Rma::Accumulate || (hasResult && step.rma != Rma::CompareAndSwap))
    what += fmt::format(" op={}", nameOf(step.op));
  if (step.rma == Rma::Rput || step.rma == Rma::Rget) what += fmt::format(" -> request=r{}", step.line);
  call(step, what);
}

void Text::step(const RmaStep &step) {
  const std::string win = window(step);
  switch (step.kind) {
    case Kind::Load:
    case Kind::Store:
      return access(step);
    case Kind::Rma:
      return operate(step);
    case Kind::WaitRequest:
      return call(step, fmt::format("Wait request=r{} -> request=null", step.tag));
    case Kind::Lock:
      return call(step, fmt::format("Win_lock lock_type={} rank={} assertion={} {}",
                                    step.isExclusive ? "LOCK_EXCLUSIVE" : "LOCK_SHARED", step.peer,
                                    nameOf(step.assertion), win));
    case Kind::LockAll:
      return call(step, fmt::format("Win_lock_all assertion={} {}", nameOf(step.assertion), win));
    case Kind::Unlock:
      return call(step, fmt::format("Win_unlock rank={} {}", step.peer, win));
    case Kind::UnlockAll:
      return call(step, fmt::format("Win_unlock_all {}", win));
    case Kind::Flush:
      return call(step, fmt::format("Win_flush rank={} {}", step.peer, win));
    case Kind::FlushAll:
      return call(step, fmt::format("Win_flush_all {}", win));
    case Kind::FlushLocal:
      return call(step, fmt::format("Win_flush_local rank={} {}", step.peer, win));
    case Kind::FlushLocalAll:
      return call(step, fmt::format("Win_flush_local_all {}", win));
    case Kind::WinSync:
      return call(step, fmt::format("Win_sync {}", win));
    case Kind::Fence:
      return each(step, fmt::format("Win_fence assertion={} {}", nameOf(step.assertion), win));
    case Kind::Post:
      return call(step, fmt::format("Win_post group=[{}] {}", fmt::join(step.others, ","), win));
    case Kind::Start:
      return call(step, fmt::format("Win_start group=[{}] {}", fmt::join(step.others, ","), win));
    case Kind::Complete:
      return call(step, fmt::format("Win_complete {}", win));
    case Kind::WaitExposure:
      return call(step, fmt::format("Win_wait {}", win));
    case Kind::Send:
      return call(step, fmt::format("Send dest={} tag={}", step.peer, step.tag));
    case Kind::Receive:
      return call(step, fmt::format("Recv source={0} tag={1} -> status=[{0},{1},0,4]", step.peer, step.tag));
    case Kind::SynchronousSend:
      line("{}: enter Ssend dest={} tag={} @ p.c:{} main\n", step.rank, step.peer, step.tag, step.line);
      call(step, step.peer, fmt::format("Recv source={0} tag={1} -> status=[{0},{1},0,4]", step.rank, step.tag));
      return line("{}: leave\n", step.rank);
    case Kind::PostReceive:
      return call(step, fmt::format("Irecv source={} tag={} -> request=q{}", step.peer, step.tag, step.tag));
    case Kind::WaitReceive:
      return call(step, fmt::format("Wait request=q{0} -> request=null status=[{1},{0},0,4]", step.tag, step.peer));
    case Kind::Barrier:
      return each(step, fmt::format("Barrier comm={}", comm(step)));
    case Kind::Bcast:
    case Kind::Reduce: {
      const auto root = std::ranges::find(step.others, step.peer) - step.others.begin();
      return each(step,
                  fmt::format("{} root={} comm={}", step.kind == Kind::Bcast ? "Bcast" : "Reduce", root, comm(step)));
    }
    case Kind::Allreduce:
      return each(step, fmt::format("Allreduce comm={}", comm(step)));
    case Kind::StartBarrier:
      return each(step, fmt::format("Ibarrier comm={} -> request=i{}", comm(step), step.group));
    case Kind::WaitBarrier:
      return call(step, fmt::format("Wait request=i{} -> request=null", step.group));
    case Kind::SetFlag:
    case Kind::ReadFlag:
    case Kind::AddToCounter:
    case Kind::ReadCounter:
    case Kind::TakeLock:
    case Kind::TryLock:
    case Kind::GiveLock:
    case Kind::StoreFlag:
    case Kind::LoadFlag:
      return talk(step);
    case Kind::Reattach:
      each(step, "Barrier");
      detach(step.rank, step.window);
      attach(step.rank, step.window);
      return each(step, "Barrier");
  }
}

void Text::end() {
  for (const Type type : {Type::Int, Type::Float, Type::Short})
    line("all: call Type_free datatype={}\n", nameOf(type, true));
  line("all: call Win_unlock_all win=words\nall: call Win_free win=words\n");
  for (int i = 0; i < static_cast<int>(program_.windows.size()); ++i) {
    if (program_.windows[static_cast<std::size_t>(i)].isDynamic)
      for (int rank = 0; rank < program_.ranks; ++rank)
        if (rank != 1) detach(rank, i);
    line("all: call Win_free win=w{}\n", i);
  }
  line("all: end\n");
}

std::string Text::make() {
  begin();
  for (const RmaStep &one : program_.steps) step(one);
  end();
  return std::move(text_);
}

}  // namespace

std::string textOf(const RmaProgram &program) { return Text(program).make(); }

}  // namespace lockstep::reference
