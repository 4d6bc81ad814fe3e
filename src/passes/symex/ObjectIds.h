// What the handles of a decided run stand for: communicators, windows and files, which ranks make together and which
// are one object on all of them, and the members of communicators and groups.
//
// The i-th object that a rank makes on a communicator is the i-th of the others. Which ranks a split puts together, the
// calls of all of them say, which are inside it when the first of them leaves.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "passes/symex/RankTrace.h"

namespace lockstep::passes::symex {

class ObjectIds {
 public:
  using Ranks = std::vector<unsigned>;                         // of the world, in the order of the group
  using CallOf = std::function<const TracedCall *(unsigned)>;  // that a rank is inside

  explicit ObjectIds(std::size_t ranks);

  /// Nothing for what the rank has not made.
  std::optional<std::int64_t> find(unsigned rank, std::int64_t handle) const;
  const Ranks *membersOf(std::int64_t comm) const;
  const Ranks *groupOf(unsigned rank, std::int64_t group) const;

  struct Made {
    std::int64_t id = 0;
    Ranks members;  // none: the caller is not among them
  };
  /// Nothing where the others do not make one.
  std::optional<Made> makeComm(unsigned rank, const TracedCall &call, std::int64_t parent, const CallOf &callOf);
  std::int64_t makeOn(std::int64_t comm, unsigned rank);
  void add(unsigned rank, std::int64_t handle, std::int64_t id) { ids_[{rank, handle}] = id; }
  /// False where the members are not known.
  bool makeGroup(unsigned rank, const TracedCall &call, const std::vector<std::int64_t> &arguments, std::int64_t group);
  void setCommOfWindow(std::int64_t window, std::int64_t comm) { commOfWindow_[window] = comm; }

 private:
  struct Choice {
    std::int64_t color = 0;
    std::int64_t key = 0;
  };
  using Choices = std::map<unsigned, Choice>;             // by member
  using Making = std::pair<std::int64_t, std::uint64_t>;  // parent, and how many were made on it before

  std::uint64_t countOn(std::int64_t comm, unsigned rank) { return made_[{comm, rank}]++; }
  const Choices *choicesOf(const Making &making, const TracedCall &call, const CallOf &callOf);
  std::optional<Ranks> membersOfGroup(unsigned rank, const TracedCall &call,
                                      const std::vector<std::int64_t> &arguments) const;

  std::map<std::pair<unsigned, std::int64_t>, std::int64_t> ids_;  // by rank and handle
  std::map<std::int64_t, Ranks> comms_;
  std::map<std::int64_t, std::int64_t> commOfWindow_;
  std::map<std::pair<unsigned, std::int64_t>, Ranks> groups_;
  std::map<std::pair<std::int64_t, unsigned>, std::uint64_t> made_;
  std::map<Making, Choices> choices_;
};

}  // namespace lockstep::passes::symex
