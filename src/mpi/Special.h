// The special values of integer and address arguments, independent of the MPI library: a recorder translates the values
// of its mpi.h according to the role of the argument. They are outside the range of `int`, so that no other value of a
// program can equal one of them.
#pragma once

#include <cstdint>

namespace lockstep::mpi {

inline constexpr std::int64_t kSpecial = -(std::int64_t{1} << 40);

// Ranks (roles Dest, Source, Target, Root, RemoteLeader, Rank, and the source in a status).
inline constexpr std::int64_t kProcNull = kSpecial - 1;
inline constexpr std::int64_t kAnySource = kSpecial - 2;
inline constexpr std::int64_t kRootHere = kSpecial - 3;  // MPI_ROOT

// Tags (role Tag, and the tag in a status).
inline constexpr std::int64_t kAnyTag = kSpecial - 4;

// MPI_UNDEFINED as a color, an index or a rank.
inline constexpr std::int64_t kUndefined = kSpecial - 5;

// Handles that MPI predefines, of the kinds that have no numbers.
inline constexpr std::int64_t kMessageNoProc = kSpecial - 6;
inline constexpr std::int64_t kErrorsAreFatal = kSpecial - 7;
inline constexpr std::int64_t kErrorsReturn = kSpecial - 8;
inline constexpr std::int64_t kErrorsAbort = kSpecial - 9;
inline constexpr std::int64_t kInfoEnv = kSpecial - 10;

// The request of an operation that is already complete: libraries return the same one for many of them.
inline constexpr std::int64_t kSharedRequest = kSpecial - 11;

// Buffers. MPI_BOTTOM is 0.
inline constexpr std::int64_t kInPlace = -1;

// Lock types (role LockType); 0 is none.
inline constexpr std::int64_t kLockExclusive = 1;
inline constexpr std::int64_t kLockShared = 2;

// Assertions (role Assertion), as bits; bits from 8 on are unknown ones of the program.
inline constexpr std::int64_t kNoCheck = 1;
inline constexpr std::int64_t kNoStore = 2;
inline constexpr std::int64_t kNoPut = 4;
inline constexpr std::int64_t kNoPrecede = 8;
inline constexpr std::int64_t kNoSucceed = 16;

// Topologies of a communicator; 0 is none.
inline constexpr std::int64_t kCartesian = 1;
inline constexpr std::int64_t kGraph = 2;
inline constexpr std::int64_t kDistGraph = 3;

}  // namespace lockstep::mpi
