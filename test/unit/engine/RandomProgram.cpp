#include "RandomProgram.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace lockstep::reference {
namespace {

using Kind = Operation::Kind;

class Maker {
 public:
  explicit Maker(Random &random) : random_(random) {}
  Program make();

 private:
  int pick(std::span<const int> from) { return from[below(random_, from.size())]; }
  std::vector<int> members(int comm) const;
  std::vector<Operation> &code(int rank) { return program_.code[static_cast<std::size_t>(rank)]; }
  int newVariable(int rank) { return variables_[static_cast<std::size_t>(rank)]++; }

  void addMessage();
  void addExchange();
  void addCollective();
  void addWait();
  void addSend(int comm, int from, int to, int tag);
  void addReceive(int comm, int from, int to, int tag);
  void addEnd(int rank);
  void spoil();

  Random &random_;
  Program program_;
  std::vector<int> variables_;  // by rank: how many requests it has
};

std::vector<int> Maker::members(int comm) const {
  if (comm == 1) return program_.part;
  std::vector<int> all(static_cast<std::size_t>(program_.ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void Maker::addSend(int comm, int from, int to, int tag) {
  static constexpr Kind kKinds[] = {Kind::Send, Kind::Send, Kind::Ssend, Kind::Bsend, Kind::Isend, Kind::Issend};
  Operation send{kKinds[below(random_, std::size(kKinds))], comm, to, 0, tag, 0, {}};
  if (send.kind == Kind::Isend || send.kind == Kind::Issend) send.variables = {newVariable(from)};
  code(from).push_back(std::move(send));
}

void Maker::addReceive(int comm, int from, int to, int tag) {
  const int source = chance(random_, 35) ? kAny : from;
  const int sourceTag = chance(random_, 20) ? kAny : tag;
  if (chance(random_, 10)) code(to).push_back({Kind::Probe, comm, 0, source, 0, sourceTag, {}});
  Operation receive{chance(random_, 50) ? Kind::Recv : Kind::Irecv, comm, 0, source, 0, sourceTag, {}};
  if (receive.kind == Kind::Irecv) receive.variables = {newVariable(to)};
  code(to).push_back(std::move(receive));
}

void Maker::addMessage() {
  const int comm = chance(random_, 25) ? 1 : 0;
  const std::vector<int> ranks = members(comm);
  const int from = pick(ranks);
  int to = pick(ranks);
  if (to == from) to = pick(ranks);
  const int tag = static_cast<int>(below(random_, 2));
  if (chance(random_, 4)) return addSend(comm, from, to, tag);  // and nobody receives it
  const bool isReceivedFirst = chance(random_, 50);             // matters for messages to oneself only
  if (isReceivedFirst) addReceive(comm, from, to, tag);
  addSend(comm, from, to, tag);
  if (!isReceivedFirst) addReceive(comm, from, to, tag);
}

void Maker::addExchange() {
  const int comm = chance(random_, 25) ? 1 : 0;
  const std::vector<int> ranks = members(comm);
  const int tag = static_cast<int>(below(random_, 2));
  const bool isWild = chance(random_, 20);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const int next = ranks[(i + 1) % ranks.size()];
    const int last = ranks[(i + ranks.size() - 1) % ranks.size()];
    code(ranks[i]).push_back({Kind::Sendrecv, comm, next, isWild ? kAny : last, tag, tag, {}});
  }
}

void Maker::addCollective() {
  static constexpr Kind kKinds[] = {Kind::Barrier, Kind::Bcast, Kind::Allreduce};
  const int comm = chance(random_, 40) ? 1 : 0;
  const std::vector<int> ranks = members(comm);
  const Operation collective{kKinds[below(random_, std::size(kKinds))], comm, 0, pick(ranks), 0, 0, {}};
  for (const int rank : ranks) code(rank).push_back(collective);
}

void Maker::addWait() {
  static constexpr Kind kKinds[] = {Kind::Wait, Kind::Waitall, Kind::Waitany};
  const int rank = static_cast<int>(below(random_, static_cast<std::size_t>(program_.ranks)));
  std::vector<int> variables(static_cast<std::size_t>(variables_[static_cast<std::size_t>(rank)]));
  if (variables.empty()) return;
  std::iota(variables.begin(), variables.end(), 0);
  std::ranges::shuffle(variables, random_);
  Operation wait{kKinds[below(random_, std::size(kKinds))], 0, 0, 0, 0, 0, {}};
  variables.resize(wait.kind == Kind::Wait ? 1 : 1 + below(random_, variables.size()));
  wait.variables = std::move(variables);
  code(rank).push_back(std::move(wait));
}

/// Every request is waited for in the end.
void Maker::addEnd(int rank) {
  std::vector<int> variables(static_cast<std::size_t>(variables_[static_cast<std::size_t>(rank)]));
  std::iota(variables.begin(), variables.end(), 0);
  if (!variables.empty()) code(rank).push_back({Kind::Waitall, 0, 0, 0, 0, 0, std::move(variables)});
  code(rank).push_back({Kind::Finalize, 0, 0, 0, 0, 0, {}});
}

/// A mistake: two operations in the wrong order, one left out, another tag or partner.
void Maker::spoil() {
  const auto rank = static_cast<int>(below(random_, static_cast<std::size_t>(program_.ranks)));
  std::vector<Operation> &own = code(rank);
  if (own.empty()) return;
  const std::size_t at = below(random_, own.size());
  const auto partners = members(own[at].comm);
  switch (below(random_, 4)) {
    case 0:
      if (at + 1 < own.size()) std::swap(own[at], own[at + 1]);
      return;
    case 1:
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 2:
      own[at].tag = 1 - own[at].tag;
      if (own[at].sourceTag != kAny) own[at].sourceTag = 1 - own[at].sourceTag;
      return;
    default:
      own[at].dest = pick(partners);
      own[at].source = pick(partners);
      return;
  }
}

Program Maker::make() {
  program_.ranks = 2 + static_cast<int>(below(random_, 3));
  program_.part = members(0);
  std::ranges::shuffle(program_.part, random_);
  program_.part.resize(2 + below(random_, program_.part.size() - 1));
  std::ranges::sort(program_.part);
  program_.code.resize(static_cast<std::size_t>(program_.ranks));
  variables_.resize(static_cast<std::size_t>(program_.ranks));

  const std::size_t events = 2 + below(random_, 7);
  for (std::size_t i = 0; i < events; ++i) {
    const std::size_t dice = below(random_, 100);
    if (dice < 60)
      addMessage();
    else if (dice < 70)
      addExchange();
    else if (dice < 82)
      addCollective();
    else
      addWait();
  }
  if (chance(random_, 60)) spoil();
  if (chance(random_, 30)) spoil();
  for (int rank = 0; rank < program_.ranks; ++rank) {
    addEnd(rank);
    const std::size_t length = code(rank).size();
    program_.computesAt.push_back(chance(random_, 10) ? below(random_, length) : length);
  }
  return std::move(program_);
}

}  // namespace

std::size_t below(Random &random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

bool chance(Random &random, int percent) { return below(random, 100) < static_cast<std::size_t>(percent); }

Program makeProgram(Random &random) { return Maker(random).make(); }

}  // namespace lockstep::reference
