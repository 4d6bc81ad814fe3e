// A small reference MPI that runs a program with a random scheduler until it is over or no rank can proceed.
//
// Messages of one rank to another on one communicator arrive in their order, those of different ranks in any. A receive
// takes the first message that has arrived and that it accepts; a message goes to the first posted receive that accepts
// it. Whether a standard send is buffered is chance.
//
// What comes of it is a textual trace, and what an observer of that trace can know: who is inside which call, what was
// sent, and which receives were posted and which of them have returned with which message.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "RandomProgram.h"

namespace lockstep::reference {

struct Message {
  int from = 0;
  int to = 0;
  int comm = 0;
  int tag = 0;
  int line = 0;             // of the call that sent it
  bool isStandard = false;  // may be buffered
  bool isBuffered = false;  // and is, so that its send is complete at once
  int receive = -1;         // that took it
};

struct Receive {
  int rank = 0;
  int comm = 0;
  int source = 0;  // or kAny
  int tag = 0;     // or kAny
  int message = -1;
  bool hasReturned = false;
  bool accepts(const Message &sent) const {
    return (source == kAny || source == sent.from) && (tag == kAny || tag == sent.tag);
  }
};

/// A send or a receive that a call or a request stands for.
struct Part {
  bool isSend = false;
  int index = 0;  // of the message or the receive
};

struct Request {
  std::string handle;
  bool isActive = false;
  Part part;
};

struct Rank {
  std::size_t next = 0;  // operation, or the one that it is inside
  bool isInside = false;
  bool isFinalizing = false;
  std::vector<Part> parts;          // of the call itself
  std::map<int, Request> requests;  // by variable
  std::optional<Receive> look;      // of a probe
  int slot = -1;                    // of a collective
};

struct Run {
  Program program;
  std::vector<Message> messages;  // in the order of sending
  std::vector<Receive> receives;  // in the order of posting
  std::vector<Rank> ranks;
  std::vector<std::vector<std::map<int, Operation>>> slots;  // by communicator and number: who has come with what
  bool isOver = false;                                       // every rank has finalized
  std::string text;

  const Operation &callOf(int rank) const {
    const auto index = static_cast<std::size_t>(rank);
    return program.code[index][ranks[index].next];
  }
  std::vector<int> members(int comm) const;
};

Run run(Program program, Random &random);

}  // namespace lockstep::reference
