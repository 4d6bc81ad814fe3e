#include "ReferenceMpi.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::reference {
namespace {

using Kind = Operation::Kind;

constexpr const char *kNames[] = {"Send",    "Ssend", "Bsend",     "Isend",   "Issend",  "Recv",
                                  "Irecv",   "Probe", "Sendrecv",  "Wait",    "Waitall", "Waitany",
                                  "Barrier", "Bcast", "Allreduce", "Finalize"};

bool isCollective(Kind kind) { return kind == Kind::Barrier || kind == Kind::Bcast || kind == Kind::Allreduce; }

class Machine {
 public:
  Machine(Program program, Random &random) : random_(random) { run_.program = std::move(program); }
  Run run();

 private:
  using Channel = std::tuple<int, int, int>;  // from, to, communicator

  std::vector<std::function<void()>> moves();
  void enter(int rank);
  void leave(int rank);
  bool canLeave(int rank) const;
  void deliver(const Channel &channel);
  Part send(int rank, const Operation &operation, int line);
  Part receive(int rank, const Operation &operation);
  void match(int message, int receive);

  bool isComplete(const Part &part) const;
  bool isComplete(const Request &request) const { return request.isActive && isComplete(request.part); }
  bool isExchanged(int rank) const;
  int seen(const Receive &look) const;

  Rank &at(int rank) { return run_.ranks[static_cast<std::size_t>(rank)]; }
  const Rank &at(int rank) const { return run_.ranks[static_cast<std::size_t>(rank)]; }
  Message &message(int index) { return run_.messages[static_cast<std::size_t>(index)]; }
  const Message &message(int index) const { return run_.messages[static_cast<std::size_t>(index)]; }
  Receive &receiveAt(int index) { return run_.receives[static_cast<std::size_t>(index)]; }
  const Receive &receiveAt(int index) const { return run_.receives[static_cast<std::size_t>(index)]; }

  std::string numberIn(int comm, int rank) const;
  std::string argumentsOf(int rank, const Operation &operation) const;
  std::string statusOf(const Part &part) const;
  std::string statusOf(const Message &sent) const;
  void complete(Request &request);

  Random &random_;
  Run run_;
  std::map<Channel, std::deque<int>> underWay_;  // messages that have not arrived
  std::vector<int> arrived_;                     // and are not taken
};

std::string Machine::numberIn(int comm, int rank) const {
  if (rank == kAny) return "ANY_SOURCE";
  const std::vector<int> members = run_.members(comm);
  return std::to_string(std::ranges::find(members, rank) - members.begin());
}

std::string tagText(int tag) { return tag == kAny ? "ANY_TAG" : std::to_string(tag); }

std::string Machine::argumentsOf(int rank, const Operation &operation) const {
  const char *comm = operation.comm == 0 ? "world" : "part";
  const std::string dest = numberIn(operation.comm, operation.dest);
  const std::string source = numberIn(operation.comm, operation.source);
  const auto &requests = at(rank).requests;
  std::vector<std::string> handles;
  for (const int variable : operation.variables) {
    const auto known = requests.find(variable);
    handles.push_back(known != requests.end() && known->second.isActive ? known->second.handle : "null");
  }
  switch (operation.kind) {
    case Kind::Send:
    case Kind::Ssend:
    case Kind::Bsend:
      return fmt::format("dest={} tag={} comm={}", dest, operation.tag, comm);
    case Kind::Isend:
    case Kind::Issend:
      return fmt::format("dest={} tag={} comm={} request=v{}", dest, operation.tag, comm, operation.variables.front());
    case Kind::Recv:
    case Kind::Probe:
      return fmt::format("source={} tag={} comm={}", source, tagText(operation.sourceTag), comm);
    case Kind::Irecv:
      return fmt::format("source={} tag={} comm={} request=v{}", source, tagText(operation.sourceTag), comm,
                         operation.variables.front());
    case Kind::Sendrecv:
      return fmt::format("dest={} sendtag={} source={} recvtag={} comm={}", dest, operation.tag, source,
                         tagText(operation.sourceTag), comm);
    case Kind::Wait:
      return fmt::format("request={}@v{}", handles.front(), operation.variables.front());
    case Kind::Waitall:
    case Kind::Waitany:
      return fmt::format("requests=[{}]", fmt::join(handles, ","));
    case Kind::Barrier:
    case Kind::Allreduce:
      return fmt::format("comm={}", comm);
    case Kind::Bcast:
      return fmt::format("root={} comm={}", source, comm);
    case Kind::Finalize:
      return {};
  }
  return {};
}

std::string Machine::statusOf(const Message &sent) const {
  return fmt::format("{},{},0,4", numberIn(sent.comm, sent.from), sent.tag);
}

std::string Machine::statusOf(const Part &part) const {
  return part.isSend ? "-1,-1,0,0" : statusOf(message(receiveAt(part.index).message));
}

void Machine::match(int index, int receive) {
  message(index).receive = receive;
  receiveAt(receive).message = index;
}

Part Machine::send(int rank, const Operation &operation, int line) {
  Message sent{rank, operation.dest, operation.comm, operation.tag, line};
  const Kind kind = operation.kind;
  sent.isStandard = kind == Kind::Send || kind == Kind::Isend || kind == Kind::Sendrecv;
  sent.isBuffered = kind == Kind::Bsend || (sent.isStandard && chance(random_, 50));
  const int index = static_cast<int>(run_.messages.size());
  run_.messages.push_back(sent);
  underWay_[{rank, sent.to, sent.comm}].push_back(index);
  return {true, index};
}

Part Machine::receive(int rank, const Operation &operation) {
  const int index = static_cast<int>(run_.receives.size());
  run_.receives.push_back({rank, operation.comm, operation.source, operation.sourceTag});
  if (const int found = seen(run_.receives.back()); found >= 0) {
    match(found, index);
    std::erase(arrived_, found);
  }
  return {false, index};
}

/// The first message that has arrived and that the receive would take; -1: none.
int Machine::seen(const Receive &look) const {
  for (const int index : arrived_) {
    const Message &sent = message(index);
    if (sent.to == look.rank && sent.comm == look.comm && look.accepts(sent)) return index;
  }
  return -1;
}

void Machine::deliver(const Channel &channel) {
  std::deque<int> &queue = underWay_[channel];
  const int index = queue.front();
  queue.pop_front();
  if (queue.empty()) underWay_.erase(channel);
  const Message &sent = message(index);
  for (std::size_t i = 0; i < run_.receives.size(); ++i) {
    const Receive &posted = run_.receives[i];
    if (posted.message >= 0 || posted.rank != sent.to || posted.comm != sent.comm || !posted.accepts(sent)) continue;
    return match(index, static_cast<int>(i));
  }
  arrived_.push_back(index);
}

bool Machine::isComplete(const Part &part) const {
  if (!part.isSend) return receiveAt(part.index).message >= 0;
  return message(part.index).isBuffered || message(part.index).receive >= 0;
}

/// A broadcast waits for its root only.
bool Machine::isExchanged(int rank) const {
  const Operation &own = run_.callOf(rank);
  const auto &slot = run_.slots[static_cast<std::size_t>(own.comm)][static_cast<std::size_t>(at(rank).slot)];
  const auto isThere = [&](int member) {
    const auto call = slot.find(member);
    return call != slot.end() && call->second.kind == own.kind;
  };
  return own.kind == Kind::Bcast ? isThere(own.source) : std::ranges::all_of(run_.members(own.comm), isThere);
}

void Machine::enter(int rank) {
  Rank &state = at(rank);
  const Operation &operation = run_.callOf(rank);
  const int line = (rank + 1) * 100 + static_cast<int>(state.next);
  run_.text += fmt::format("{}: enter {} {} @ p.c:{} main\n", rank, kNames[static_cast<int>(operation.kind)],
                           argumentsOf(rank, operation), line);
  state.isInside = true;
  state.parts.clear();
  const Kind kind = operation.kind;
  if (kind <= Kind::Issend || kind == Kind::Sendrecv) state.parts.push_back(send(rank, operation, line));
  if (kind == Kind::Recv || kind == Kind::Irecv || kind == Kind::Sendrecv)
    state.parts.push_back(receive(rank, operation));
  if (kind == Kind::Probe) state.look = Receive{rank, operation.comm, operation.source, operation.sourceTag};
  if (kind == Kind::Finalize) state.isFinalizing = true;
  if (!isCollective(kind)) return;
  auto &slots = run_.slots[static_cast<std::size_t>(operation.comm)];
  const auto isMissing = [&](const auto &slot) { return !slot.contains(rank); };
  const auto slot = std::ranges::find_if(slots, isMissing);
  state.slot = static_cast<int>(slot - slots.begin());
  if (slot == slots.end()) slots.emplace_back();
  slots[static_cast<std::size_t>(state.slot)].emplace(rank, operation);
}

bool Machine::canLeave(int rank) const {
  const Rank &state = at(rank);
  const Operation &operation = run_.callOf(rank);
  const auto isDone = [&](int variable) {
    const auto request = state.requests.find(variable);
    return request == state.requests.end() || !request->second.isActive || isComplete(request->second);
  };
  const auto isDoneNow = [&](int variable) {
    const auto request = state.requests.find(variable);
    return request != state.requests.end() && isComplete(request->second);
  };
  const auto isActive = [&](int variable) {
    const auto request = state.requests.find(variable);
    return request != state.requests.end() && request->second.isActive;
  };
  switch (operation.kind) {
    case Kind::Send:
    case Kind::Ssend:
    case Kind::Recv:
    case Kind::Sendrecv:
      return std::ranges::all_of(state.parts, [&](const Part &part) { return isComplete(part); });
    case Kind::Bsend:
    case Kind::Isend:
    case Kind::Issend:
    case Kind::Irecv:
      return true;
    case Kind::Probe:
      return seen(*state.look) >= 0;
    case Kind::Wait:
    case Kind::Waitall:
      return std::ranges::all_of(operation.variables, isDone);
    case Kind::Waitany:
      return std::ranges::any_of(operation.variables, isDoneNow) || std::ranges::none_of(operation.variables, isActive);
    case Kind::Barrier:
    case Kind::Bcast:
    case Kind::Allreduce:
      return isExchanged(rank);
    case Kind::Finalize:
      return std::ranges::all_of(run_.ranks, &Rank::isFinalizing);
  }
  return false;
}

void Machine::complete(Request &request) {
  request.isActive = false;
  if (!request.part.isSend) receiveAt(request.part.index).hasReturned = true;
}

void Machine::leave(int rank) {
  Rank &state = at(rank);
  const Operation &operation = run_.callOf(rank);
  std::string results;
  switch (operation.kind) {
    case Kind::Isend:
    case Kind::Issend:
    case Kind::Irecv: {
      // Short sends that are complete at once get the same handle from many libraries.
      const bool isShared = state.parts.front().isSend && isComplete(state.parts.front()) && chance(random_, 50);
      Request &request = state.requests[operation.variables.front()];
      request = {isShared ? "done" : fmt::format("r{}", operation.variables.front()), true, state.parts.front()};
      results = "request=" + request.handle;
      break;
    }
    case Kind::Recv:
    case Kind::Sendrecv:
      receiveAt(state.parts.back().index).hasReturned = true;
      results = fmt::format("status=[{}]", statusOf(state.parts.back()));
      break;
    case Kind::Probe:
      results = fmt::format("status=[{}]", statusOf(message(seen(*state.look))));
      break;
    case Kind::Wait: {
      const auto request = state.requests.find(operation.variables.front());
      if (request == state.requests.end() || !request->second.isActive) break;
      results = fmt::format("request=null status=[{}]", statusOf(request->second.part));
      complete(request->second);
      break;
    }
    case Kind::Waitall: {
      std::vector<std::string> statuses;
      for (const int variable : operation.variables) {
        const auto request = state.requests.find(variable);
        const bool isActive = request != state.requests.end() && request->second.isActive;
        statuses.push_back(isActive ? statusOf(request->second.part) : "-1,-1,0,0");
        if (isActive) complete(request->second);
      }
      results = fmt::format("statuses=[{}]", fmt::join(statuses, ","));
      break;
    }
    case Kind::Waitany: {
      std::vector<std::size_t> done;
      for (std::size_t i = 0; i < operation.variables.size(); ++i) {
        const auto request = state.requests.find(operation.variables[i]);
        if (request != state.requests.end() && isComplete(request->second)) done.push_back(i);
      }
      results = "index=UNDEFINED";
      if (done.empty()) break;
      const std::size_t index = done[below(random_, done.size())];
      Request &request = state.requests[operation.variables[index]];
      results = fmt::format("index={} status=[{}]", index, statusOf(request.part));
      complete(request);
      break;
    }
    default:
      break;
  }
  run_.text += fmt::format("{}: leave {}\n", rank, results);
  state.isInside = false;
  state.look.reset();
  ++state.next;
}

std::vector<std::function<void()>> Machine::moves() {
  std::vector<std::function<void()>> moves;
  for (int rank = 0; rank < run_.program.ranks; ++rank) {
    const Rank &state = at(rank);
    if (state.isInside && canLeave(rank)) moves.emplace_back([this, rank] { leave(rank); });
    const bool goesOn = state.next < run_.program.computesAt[static_cast<std::size_t>(rank)];
    if (!state.isInside && goesOn) moves.emplace_back([this, rank] { enter(rank); });
  }
  for (const auto &[channel, queue] : underWay_) moves.emplace_back([this, channel] { deliver(channel); });
  return moves;
}

Run Machine::run() {
  run_.ranks.resize(static_cast<std::size_t>(run_.program.ranks));
  run_.slots.resize(2);
  run_.text =
      fmt::format("ranks {}\ncomm part = split world {{{}}}\n", run_.program.ranks, fmt::join(run_.program.part, ","));
  for (auto moves = this->moves(); !moves.empty(); moves = this->moves()) moves[below(random_, moves.size())]();
  const auto hasEnded = [](const Rank &rank) { return rank.isFinalizing && !rank.isInside; };
  run_.isOver = std::ranges::all_of(run_.ranks, hasEnded);
  run_.text += run_.isOver ? "all: exit 0\n" : "interrupted\n";
  return std::move(run_);
}

}  // namespace

std::vector<int> Run::members(int comm) const {
  if (comm == 1) return program.part;
  std::vector<int> all(static_cast<std::size_t>(program.ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Run run(Program program, Random &random) { return Machine(std::move(program), random).run(); }

}  // namespace lockstep::reference
