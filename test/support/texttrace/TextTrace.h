// Traces as text: the test double of the trace reader. It builds real records and feeds them to the engine as a reader
// would, so that a test of a rule is a few readable lines:
//
//   ranks 2                                       the world; all ranks have initialized MPI
//   comm c1 = split world {0,1}                   a communicator; two groups make an intercommunicator
//   all: type t = extent 24 {0:INT*2 8:DOUBLE}    a datatype: where values lie, `lb -8` may follow the extent
//   all: type v = extent 64 {0:INT*2x4+16}        four times two INT, 16 bytes from one to the next
//   0: enter Bcast root=0 comm=c1 @ a.c:10 main   before a call
//   0: leave                                      after it
//   1: call Ibarrier -> request=r @ a.c:12 main   both; behind the arrow what it returns
//   0-1: call Waitall requests=[r]                several ranks, `all` for all of them
//   0.1: call Barrier                             thread 1 of rank 0
//   0.1: order acquire 7                          an event of thread order and its object; `order fork team 1`, `begin
//                                                 team 1`, `barrier-enter team 1`, `end team 1`, `join team 1`: of a
//                                                 region of OpenMP; `work-begin`, `work-end`: of a single in it
//   0: load x+4 8 @ a.c:12 main                   8 bytes, 4 behind x; `store`; `poll`: a load that its loop depends on
//   0: store x 8x10+16                            ten times 8 bytes, 16 from one to the next
//   0: atomic update f 4 = 0 1                    what it read and wrote; `atomic load f 4 = 1`, `atomic store f 4 = 1`
//   0: free x 64                                  64 bytes at x, whoever uses them next gets them afresh
//   0: neighbors g sources=[1,1] destinations=[1]  of the rank in the topology of communicator g
//   0: object x 64 heap of Cell 16 {0:signed4*2 8:floating8}
//                                                 what is known of the 64 bytes at x; a variable without `heap`;
//                                                 without `of` its type is not known; `mixed`: also accessed as another
//                                                 type
//   0: release x 64 free @ a.c:20 main            window memory is given back; `return`
//   0: exit 3      1: signal 11      1: vanish    how a process ends; `signal 11 @ a.c:14 main` also says where
//   0: fail ERR_RANK invalid rank                 what the library says of the error that the call will return
//   0: abort ERR_RANK invalid rank                of the error because of which it ends the process
//   0: callback 7                                 accesses that follow are made by the operation with user_fn=7; 0: no
//                                                 more
//   0: misplaced -8 MPICH Version: 4.0.2          the window that the call will make lies 8 bytes too low
//   all: end                                      finalizes and exits with status 0
//   interrupted                                   last line: the job was ended from outside
//   repeat 3 {                                    the lines up to the brace three times;
//   0: load x+$(8+4) 4                            $(8+4) is 8 in the first round and 4 more in each further one
//   }
//
// `ranks 2 uninitialized` begins before the initialization: a rank is one when it leaves its call of Init. `ranks 2
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
//
// Windows, with the memory that each rank exposes:
//
//   all: call Win_create base=x size=64 disp_unit=4 -> win=w
//   all: call Win_allocate size=64 -> baseptr=x win=w
//   all: call Win_allocate_shared size=64 -> baseptr=x win=w      x: the own part; x.1: that of member 1
//   all: call Win_create_dynamic -> win=w                         memory comes with Win_attach win=w base=x size=64,
//                                                                 its addresses are displacements: target_disp=x+4
//
// A name is the same address on every rank, except in shared windows, whose parts lie behind each other at other
// addresses on every rank, all of the same size. Left out, the memory is 1 MiB of its own and the unit 1;
// `accumulate_ordering=none` or `[rar,waw]` is what the window's info says. Post and start take `group=[1,2]`, world
// ranks; left out, all others of the window. Comm_create_group takes it, too. Values that small operations carried:
// `Fetch_and_op given=1`, `Compare_and_swap given=1 compared=0` held the origin and the compare buffer, `Win_flush
// fetched=[b:1,c:7:8]` are the results that the call has completed, 1 in the 4 bytes at b and 7 in the 8 at c. They may
// also stand at `leave`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "engine/Engine.h"
#include "texttrace/TextRecords.h"

namespace lockstep::engine {

struct TextError {
  unsigned line = 0;
  std::string what;
};

struct TextTrace {
  std::vector<trace::BuiltRecord> steps;
  bool isInterrupted = false;

  static tl::expected<TextTrace, TextError> parse(std::string_view text);
  /// Feeds all steps, then finishes the engine.
  void play(Engine &engine) const;
};

void feed(const trace::BuiltRecord &step, Engine &engine);

}  // namespace lockstep::engine
