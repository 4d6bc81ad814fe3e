// Traces as text: the test twin of the trace reader. It makes real records and feeds them to the engine as a reader
// would, so that a test of a rule is a few lines that anybody can read:
//
//   ranks 2                                       the world; all ranks have initialised MPI
//   comm c1 = split world {0,1}                   a communicator; two groups make an intercommunicator
//   all: type t = extent 24 {0:INT*2 8:DOUBLE}    a datatype: where values lie, `lb -8` may follow the extent
//   all: type v = extent 64 {0:INT*2x4+16}        four times two INT, 16 bytes from one to the next
//   0: enter Bcast root=0 comm=c1 @ a.c:10 main   before a call
//   0: leave                                      after it
//   1: call Ibarrier -> request=r @ a.c:12 main   both; behind the arrow what it returns
//   0-1: call Waitall requests=[r]                several ranks, `all` for all of them
//   0.1: call Barrier                             thread 1 of rank 0
//   0.1: order acquire 7                          an event of thread order and its object
//   0: exit 3      1: signal 11      1: vanish    how a process ends; `signal 11 @ a.c:14 main` also says where
//   all: end                                      finalizes and exits with status 0
//   interrupted                                   last line: the job was ended from outside
//
// `ranks 2 uninitialised` begins before the initialisation: a rank is one when it leaves its call of Init. `ranks 2
// asked funneled granted multiple` gives the thread levels, single where they are left out. An argument is named by its
// role or by its name in the standard. Left out, it is 0, but world for a communicator, 1 for a count, INT for a
// datatype, SUM for an operation, some group, memory of its own for an address. Values are numbers, names of predefined
// handles without their prefix, `null`, `unknown` for a handle that was freed or never made, PROC_NULL, ANY_SOURCE and
// the like, and any other name for an object of the program's own. A status is [source,tag,error,bytes]. # begins a
// comment.
//
// A request is the handle and the variable that holds it. A call that makes one names the variable in front of the
// arrow and the handle behind it: `Isend request=x -> request=r`. A call that reads one through a pointer names both:
// `Wait request=r@x`, `Waitall requests=[r,s]@x` for an array that begins at x. `x+8` lies 8 bytes behind x, where the
// second request of such an array is. Left out, a new request has a variable of its own, and where a handle that is
// read lies is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "engine/Engine.h"
#include "engine/TextRecords.h"

namespace lockstep::engine {

struct TextError {
  unsigned line = 0;
  std::string what;
};

struct TextTrace {
  std::vector<TraceStep> steps;
  bool isInterrupted = false;

  static tl::expected<TextTrace, TextError> parse(std::string_view text);
  /// Feeds all steps, then finishes the engine.
  void play(Engine &engine) const;
};

void feed(const TraceStep &step, Engine &engine);

}  // namespace lockstep::engine
