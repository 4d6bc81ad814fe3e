// Small random programs of one-sided communication, executed while generated: a program is the list of its steps in the
// order of execution, and every synchronization in it is possible in that order.
//
// A step belongs to a group that comes and goes as a whole (a send and its receive, a lock and its unlock); a step that
// stands in an epoch goes with the group of the epoch. So any group can be taken away and the rest is still a program:
// that is how a failure is made small.
//
// Besides there are words that ranks talk through, in a window of their own: flags, of which every value is set once,
// counters, locks made of compare-and-swap, and flags that the ranks load and store atomically where the window is
// shared. What an atomic operation reads is what the steps before it left there.
//
// The memory of a dynamic window is attached in one piece or in two that overlap; some ranks detach it in the end.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "RandomProgram.h"

namespace lockstep::reference {

/// Bytes of one of the objects below, the lowest bit for the first.
using Bytes = std::uint64_t;
inline constexpr int kObjectBytes = 64;

/// Every rank has one object of each kind.
enum class Object : std::uint8_t { Exposed, Other, Buffer };

enum class Rma : std::uint8_t { Put, Get, Accumulate, GetAccumulate, FetchAndOp, CompareAndSwap, Rput, Rget };
enum class Type : std::uint8_t { Int, Float, Short };
enum class Op : std::uint8_t { Sum, Prod, Replace, NoOp };
enum class Assertion : std::uint8_t { None, NoPrecede, NoSucceed, NoCheck };

struct RmaStep {
  enum class Kind : std::uint8_t {
    Load,
    Store,
    Rma,
    WaitRequest,
    Lock,
    LockAll,
    Unlock,
    UnlockAll,
    Flush,
    FlushAll,
    FlushLocal,
    FlushLocalAll,
    WinSync,
    Fence,
    Post,
    Start,
    Complete,
    WaitExposure,
    Send,
    Receive,
    SynchronousSend,  // and its receive
    PostReceive,
    WaitReceive,
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    StartBarrier,  // of all members
    WaitBarrier,
    // On a word of `peer`.
    SetFlag,
    ReadFlag,
    AddToCounter,
    ReadCounter,
    TakeLock,
    TryLock,  // in vain
    GiveLock,
    StoreFlag,
    LoadFlag,
    Reattach,  // all wait for `rank`, which takes its part of a dynamic window away and gives it again
  };
  Kind kind{};
  int group = 0;
  int epoch = -1;  // the group of the epoch that it stands in
  int line = 0;    // in the source
  int rank = 0;
  int window = 0;
  int peer = 0;             // target, the other end of a message, root
  std::vector<int> others;  // members of a collective; the group of a post or start
  int tag = 0;

  // A load or store: in the memory of `peer`. An operation: its local buffer.
  Object object{};
  int offset = 0;
  int count = 1;
  int bytes = 4;   // of a load or store
  int stride = 4;  // of loads and stores
  bool isExclusive = false;
  Assertion assertion{};

  Rma rma{};
  int displacement = 0;    // bytes from the start of the target's part
  bool isStrided = false;  // every second element at the target
  Type type{};
  Op op{};

  bool isExchange = false;   // of an operation on a word: it fetches what was there
  bool isUnflushed = false;  // likewise: nothing completes it
  bool isSwap = false;       // a lock is given back by a swap

  bool isAccess() const { return kind == Kind::Load || kind == Kind::Store || kind == Kind::Rma; }
};

struct RmaWindow {
  Object object{};
  int base = 0;            // where it begins in the object
  std::vector<int> units;  // of displacements, by rank
  bool isShared = false;
  bool isDynamic = false;
};

/// The words that ranks talk through. Every rank has one of each.
enum class Word : std::uint8_t { Flag, Counter, Lock, AtomicFlag };
Word wordOf(const RmaStep &step);

/// What the words hold.
class Words {
 public:
  /// Runs a step on a word; returns what was there.
  int run(const RmaStep &step);

 private:
  std::map<std::pair<int, Word>, int> values_;  // by rank
};

struct RmaProgram {
  int ranks = 0;
  bool hasSharedWords = false;
  std::vector<int> part;  // members of a second communicator
  std::vector<RmaWindow> windows;
  std::vector<RmaStep> steps;
};

int bytesOf(Type type);
/// The bytes of an operation's local buffer and of its target, in their objects.
Bytes localBytes(const RmaStep &step);
Bytes targetBytes(const RmaProgram &program, const RmaStep &step);
/// Of a load or store.
Bytes accessedBytes(const RmaStep &step);
Bytes windowBytes(const RmaWindow &window);

RmaProgram makeRmaProgram(Random &random);
/// The program without the steps of a group.
RmaProgram without(const RmaProgram &program, int group);
/// As a textual trace (texttrace/TextTrace.h); the accesses have lines of their own.
std::string textOf(const RmaProgram &program);

}  // namespace lockstep::reference
