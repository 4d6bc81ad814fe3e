// What is asked of an argument of a certain kind, each question once (see ArgumentRules.h). The argument is significant
// unless something else is said.
#pragma once

#include <cstddef>

#include "semantics/Complaint.h"
#include "semantics/arguments/CallFacts.h"

namespace lockstep::semantics {

// HandleArguments.cpp
/// Of a handle of the kind that is not as it should be; says nothing of others.
Judgment judgeHandle(const mpi::RoutineInfo &routine, mpi::Role role, mpi::Element kind, HandleState state);

// CommArguments.cpp: the communicator is of the sort that the call needs, one group or two, with the topology that it
// asks about.
Judgment judgeComm(const CallFacts &facts, std::size_t argument);
Judgment judgeFreedComm(const CallFacts &facts, std::size_t argument);

// CountArguments.cpp: no count, length or size is negative.
/// True for a number, or an array of numbers, that says how many there are of something.
bool counts(mpi::Role role);
Judgment judgeCounts(const CallFacts &facts, std::size_t argument);

// RankArguments.cpp: a destination, source, target, root or other rank is one of the communicator or window, or a
// constant that the call takes in its place. The ranks of a list are those of the group or communicator, and a new
// group has each once. A tag lies between 0 and the largest one that the library allows.
Judgment judgeTag(const CallFacts &facts, std::size_t argument);
Judgment judgeRank(const CallFacts &facts, std::size_t argument);
Judgment judgeRoot(const CallFacts &facts, std::size_t argument);
Judgment judgeRankList(const CallFacts &facts, std::size_t argument);
Judgment judgeRankRanges(const CallFacts &facts, std::size_t argument);

// TypeArguments.cpp: datatypes are committed where data moves, and are such as the call allows. Markers carry no data.
// The operations on single values of a window take predefined types only, a compare-and-swap only those with exact
// equality.
bool isOfMovedData(const mpi::RoutineInfo &routine, mpi::Role role);
/// One of data that moves.
Judgment judgeUsedType(const CallFacts &facts, std::size_t argument, std::size_t element);
Judgment judgeFreedType(const CallFacts &facts, std::size_t argument);
Judgment judgeFetchedType(const CallFacts &facts, std::size_t argument);

// OpArguments.cpp: the operation of a reduction is defined for the values that it gets. Predefined operations take the
// predefined types of certain categories, in accumulates also derived types made of one of them. Operations of the
// program's own take any type, but no accumulate. Replacing and doing nothing are for accumulates alone.
Judgment judgeOp(const CallFacts &facts, std::size_t argument);
Judgment judgeFreedOp(const CallFacts &facts, std::size_t argument);

// BufferArguments.cpp: where data moves there is memory, and MPI_IN_PLACE stands only where the call takes it. The null
// address is also MPI_BOTTOM, from which a datatype may lead to absolute addresses: it is wrong only if the data would
// lie in the first page.
Judgment judgeBuffer(const CallFacts &facts, std::size_t argument);
Judgment judgeWindowMemory(const CallFacts &facts, std::size_t argument);
/// Of any buffer, significant or not: on an intercommunicator nothing is in place.
Judgment judgeInPlaceBetweenGroups(const CallFacts &facts, std::size_t argument);

// RequestArguments.cpp: a call that acts on requests gets some.
Judgment judgeGivenRequests(const CallFacts &facts, std::size_t argument);

// ShapeArguments.cpp: the dimensions of a topology, what is asked of one, and the shape of an array type.
Judgment judgeShape(const CallFacts &facts, std::size_t argument);

// OtherArguments.cpp: the remaining ones.
/// Colors, displacements, offsets, lock types, assertions, keys of attributes and the like, by their role.
Judgment judgeOther(const CallFacts &facts, std::size_t argument);
/// Memory for results, for handles, and of arrays.
Judgment judgePointer(const CallFacts &facts, std::size_t argument);
/// What kind of object the routine keeps attributes of; Other where it keeps none.
mpi::Element attributeOwner(const mpi::RoutineInfo &routine);

}  // namespace lockstep::semantics
