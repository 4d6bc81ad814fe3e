// The objects behind the handles in a decided run: communicators, windows and files, which ranks create collectively
// and which are one object on all ranks, and the members of communicators and groups.
//
// The i-th object that a rank creates on a communicator is the i-th of the others. The groups of a split follow from
// the calls of all members, which are inside the call when the first of them leaves it.
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
  using Ranks = std::vector<unsigned>;                         // world ranks, in group order
  using CallOf = std::function<const TracedCall *(unsigned)>;  // the call that a rank is inside

  explicit ObjectIds(std::size_t ranks);

  /// Nothing if the rank has not created the object.
  std::optional<std::int64_t> find(unsigned rank, std::int64_t handle) const;
  const Ranks *membersOf(std::int64_t comm) const;
  const Ranks *groupOf(unsigned rank, std::int64_t group) const;

  struct Made {
    std::int64_t id = 0;
    Ranks members;  // empty: the caller is not a member
  };
  /// Nothing if the others do not create one.
  std::optional<Made> makeComm(unsigned rank, const TracedCall &call, std::int64_t parent, const CallOf &callOf);
  std::int64_t makeOn(std::int64_t comm, unsigned rank);
  void add(unsigned rank, std::int64_t handle, std::int64_t id) { ids_[{rank, handle}] = id; }
  /// False if the members are unknown.
  bool makeGroup(unsigned rank, const TracedCall &call, const std::vector<std::int64_t> &arguments, std::int64_t group);
  void setCommOfWindow(std::int64_t window, std::int64_t comm) { commOfWindow_[window] = comm; }

 private:
  struct Choice {
    std::int64_t color = 0;
    std::int64_t key = 0;
  };
  using Choices = std::map<unsigned, Choice>;             // by member
  using Making = std::pair<std::int64_t, std::uint64_t>;  // parent, and the number of objects created on it before

  std::uint64_t countOn(std::int64_t comm, unsigned rank) { return made_[{comm, rank}]++; }
  Made makeKnown(const Ranks &members, const Making &making);
  Made makePartial(unsigned rank, const TracedCall &call, std::int64_t parent);
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
