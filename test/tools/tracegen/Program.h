// Programs for any number of ranks, as sequences of phases that all ranks run, and the races that are put into them.
//
// Every phase is right by itself. A race is one more access, or one to another place, of one rank in one phase; it
// stands in a function of its own, "race_0" and so on, so that every race is a finding of its own, and a finding that
// names no such function is a false alarm.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::tracegen {

enum class Phase : std::uint8_t {
  Lock,         // lockopts: put and get to the right neighbor under a shared lock
  Tree,         // BT-broadcast: everybody gets from its parent in a binary tree, between fences
  Messages,     // SKaMPI: many messages to and fro, then a put to rank 0 under a shared lock
  Stencil,      // puts into the ghost cells of both neighbors, between fences
  Ring,         // post, start, put to the right neighbor, complete, wait
  Collectives,  // without RMA, on the world and on halves of it
};

struct Size {
  unsigned ranks = 2;
  unsigned rounds = 1;
  unsigned pairs = 100;  // of messages to and fro in a phase of them
  unsigned races = 0;
  std::uint64_t seed = 1;
  std::uint64_t limit = 0;  // bytes that are kept of each rank, 0: all
};

struct Program {
  std::string_view name;
  Size size;
  std::vector<Phase> phases;
  std::map<std::pair<std::size_t, unsigned>, unsigned> races;  // by phase and rank: number of the race
};

/// The names of the programs that there are.
std::vector<std::string_view> programNames();
/// None: there is no such program, or it has no room for so many races.
std::optional<Program> makeProgram(std::string_view name, const Size &size);

/// Writes the records of one rank into the directory; returns their number.
std::uint64_t writeRank(const Program &program, unsigned rank, int directory);

}  // namespace lockstep::tracegen
