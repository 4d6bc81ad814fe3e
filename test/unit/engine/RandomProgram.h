// Small random programs of point-to-point messages and collectives: mostly correct, some with an error.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace lockstep::reference {

using Random = std::mt19937_64;

inline constexpr int kAny = -1;

std::size_t below(Random &random, std::size_t end);
bool chance(Random &random, int percent);

struct Operation {
  enum class Kind : std::uint8_t {
    Send,
    Ssend,
    Bsend,
    Isend,
    Issend,
    Recv,
    Irecv,
    Probe,
    Sendrecv,
    Wait,
    Waitall,
    Waitany,
    Barrier,
    Bcast,
    Allreduce,
    Finalize
  };
  Kind kind{};
  int comm = 0;                // 0: the world, 1: the part
  int dest = 0;                // in the world
  int source = 0;              // in the world, or kAny; of Bcast: the root
  int tag = 0;                 // of the sending side
  int sourceTag = 0;           // of the receiving side, or kAny
  std::vector<int> variables;  // of requests, that it makes or waits for
};

struct Program {
  int ranks = 0;
  std::vector<int> part;                     // the members of a second communicator, at least two
  std::vector<std::vector<Operation>> code;  // by rank
  std::vector<std::size_t> computesAt;       // by rank: how many operations it comes to; then it computes
};

Program makeProgram(Random &random);

}  // namespace lockstep::reference
