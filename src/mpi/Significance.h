// Whether an argument of a call is significant. One that is not may have any value, and is neither dereferenced nor
// checked.
//
// The row says when (mpi::When); for a call it is decided here, from its arguments and the caller's rank in the
// communicator. The same function serves the recorder (raw arguments), the engine (recorded arguments) and symbolic
// execution (arguments that may be unknown): each passes an accessor that returns the values of Special.h and
// Predefined.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "mpi/Special.h"

namespace lockstep::mpi {

/// What an accessor gives for a value that it does not know: no argument has it.
inline constexpr std::int64_t kNotKnown = kSpecial - 100;

/// Where the caller stands in the communicator of the call.
struct Standing {
  bool isInter = false;
  std::optional<std::int64_t> ownRank;  // in its own group; none where the communicator is not known
};

/// What the caller of a rooted collective is.
enum class Side : std::uint8_t {
  Unknown,
  Root,
  Leaf,
  Bystander,  // on an intercommunicator, a non-root member of the root's group: transfers no data
};

Side sideOf(std::int64_t root, const Standing &standing);

/// Whether the role describes data of an operation: buffers, counts, displacements, datatypes and the operation.
bool isOfData(Role role);
/// Whether a call reads or writes the whole array, whose length is given by another argument or the communicator.
bool isWholeArray(Role role);
/// Whether a buffer of the routine may be MPI_IN_PLACE.
bool hasInPlace(const RoutineInfo &routine);

namespace detail {

template <class ValueOf>
bool isProcNull(int peer, const ValueOf &valueOf) {
  return peer >= 0 && valueOf(static_cast<std::size_t>(peer)) == kProcNull;
}

/// Some peer is named, and all that are named are MPI_PROC_NULL.
template <class ValueOf>
bool hasOnlyNullPeers(const RoutineInfo &routine, const ValueOf &valueOf) {
  bool hasPeer = false;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    if (!isPeer(routine.storage[i].role)) continue;
    if (valueOf(i) != kProcNull) return false;
    hasPeer = true;
  }
  return hasPeer;
}

/// The buffer with this same condition is MPI_IN_PLACE.
template <class ValueOf>
bool isInPlace(const RoutineInfo &routine, When when, const ValueOf &valueOf) {
  for (std::size_t i = 0; i < routine.arity; ++i)
    if (routine.storage[i].when == when && isDataBuffer(routine.storage[i].role)) return valueOf(i) == kInPlace;
  return false;
}

}  // namespace detail

/// Whether argument number `index` is significant; none where that cannot be decided. `valueOf(i)` gives the value of
/// argument number i, with the special values of Special.h for ranks and buffers and the numbers of Predefined.def for
/// operations, or kNotKnown; it is asked only about ranks, roots, buffers and operations. `standingOf()` is asked only
/// where the answer depends on it.
template <class StandingOf, class ValueOf>
std::optional<bool> significance(const RoutineInfo &routine, std::size_t index, const StandingOf &standingOf,
                                 const ValueOf &valueOf) {
  const Argument &argument = routine.storage[index];
  const int root = routine.indexOf(Role::Root);
  const Standing standing = root < 0 ? Standing{} : standingOf();
  const Side side = root < 0 ? Side::Unknown : sideOf(valueOf(static_cast<std::size_t>(root)), standing);
  if (side == Side::Bystander && (isOfData(argument.role) || argument.when != When::Always)) return false;
  const auto ifKnown = [&](bool is) { return side == Side::Unknown ? std::nullopt : std::optional(is); };
  switch (argument.when) {
    case When::Always:
      return !isOfData(argument.role) || !detail::hasOnlyNullPeers(routine, valueOf);
    case When::AtRoot:
      return ifKnown(side == Side::Root);
    case When::OffRoot:
      return ifKnown(side == Side::Leaf);
    case When::NotInPlace:
      return !detail::isInPlace(routine, argument.when, valueOf);
    case When::AtRootNotInPlace:
      if (detail::isInPlace(routine, argument.when, valueOf)) return false;
      return ifKnown(side == Side::Root);
    case When::OffRootOrNotInPlace: {
      if (side == Side::Leaf) return true;
      const bool isGiven = !standing.isInter && !detail::isInPlace(routine, argument.when, valueOf);
      return side == Side::Root || (isGiven && standing.ownRank) ? std::optional(isGiven) : std::nullopt;
    }
    case When::NotNoOp: {
      const int op = routine.indexOf(Role::Op);
      const bool isNoOp =
          op >= 0 && valueOf(static_cast<std::size_t>(op)) == static_cast<std::int64_t>(PredefinedOp::NoOp);
      return !isNoOp && !detail::isProcNull(routine.peerOf(index), valueOf);
    }
    case When::NotFirst: {
      if (detail::isInPlace(routine, When::NotInPlace, valueOf)) return true;
      const auto rank = standingOf().ownRank;
      return rank ? std::optional(*rank != 0) : std::nullopt;
    }
    case When::NotProcNull:
      return !detail::isProcNull(routine.peerOf(index), valueOf);
  }
  return std::nullopt;
}

/// The same, where one that cannot be decided is left alone.
template <class StandingOf, class ValueOf>
bool isSignificant(const RoutineInfo &routine, std::size_t index, const StandingOf &standingOf,
                   const ValueOf &valueOf) {
  return significance(routine, index, standingOf, valueOf).value_or(false);
}

}  // namespace lockstep::mpi
