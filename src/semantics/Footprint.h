// The footprint of a call: which bytes of its buffers the operation reads and which it writes.
//
// Stated once, for recorded values, for those that symbolic execution knows and for raw arguments in the recorder: each
// passes its facts, any of which may be unknown. A footprint comes in parts, so many elements of a datatype at a
// displacement, which are never written out. Nothing here has a message or takes memory: the recorder shares it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "mpi/Significance.h"
#include "mpi/Special.h"
#include "semantics/layout/StridedRun.h"

namespace lockstep::semantics {

/// What is known of a call. A datatype is whatever stands for one, and false where it is not known; the neighbors are
/// those that the caller receives from, or those that it sends to.
template <class Facts>
concept FootprintFacts = requires(const Facts &call, int argument, std::size_t index, bool isIncoming,
                                  const typename Facts::Type &type) {
  { call.routine() } -> std::same_as<const mpi::RoutineInfo &>;
  { call.significance(argument) } -> std::same_as<std::optional<bool>>;
  { call.standing() } -> std::same_as<mpi::Standing>;
  { call.number(argument) } -> std::same_as<std::optional<std::int64_t>>;
  { call.element(argument, index) } -> std::same_as<std::optional<std::int64_t>>;
  { call.lengthOf(argument) } -> std::same_as<std::optional<std::int64_t>>;  // of an array that is at hand
  { call.type(argument) } -> std::same_as<typename Facts::Type>;
  { call.type(argument, index) } -> std::same_as<typename Facts::Type>;
  { call.extentOf(type) } -> std::same_as<std::optional<std::int64_t>>;
  { call.ownGroupSize() } -> std::same_as<std::optional<std::int64_t>>;
  { call.peerCount() } -> std::same_as<std::optional<std::int64_t>>;  // on an intercommunicator, of the remote group
  { call.neighborCount(isIncoming) } -> std::same_as<std::optional<std::int64_t>>;
  { call.hasNeighbor(isIncoming, index) } -> std::same_as<bool>;  // it is not MPI_PROC_NULL
};

enum class BufferUse : std::uint8_t {
  None,
  Read,
  Written,
  Either,  // read at the root and written elsewhere, and the root is not known
};

/// Where a buffer is read and then written, a side that has no partner does not take place.
template <FootprintFacts Facts>
BufferUse useOf(const Facts &call, int buffer) {
  const mpi::RoutineInfo &routine = call.routine();
  switch (routine.storage[static_cast<std::size_t>(buffer)].role) {
    case mpi::Role::ReadBuffer:
      return BufferUse::Read;
    case mpi::Role::WriteBuffer:
      return BufferUse::Written;
    case mpi::Role::UpdateBuffer: {
      const int source = routine.indexOf(mpi::Role::Source);
      return source >= 0 && call.number(source) == mpi::kProcNull ? BufferUse::Read : BufferUse::Written;
    }
    case mpi::Role::BcastBuffer:
      switch (mpi::sideOf(call.number(routine.indexOf(mpi::Role::Root)).value_or(mpi::kNotKnown), call.standing())) {
        case mpi::Side::Root:
          return BufferUse::Read;
        case mpi::Side::Leaf:
          return BufferUse::Written;
        case mpi::Side::Bystander:
          return BufferUse::None;
        case mpi::Side::Unknown:
          return BufferUse::Either;
      }
      return BufferUse::None;
    default:
      return BufferUse::None;
  }
}

/// Some bytes of a buffer.
template <class Type>
struct BufferPart {
  std::int64_t displacement = 0;  // from the address that is passed, in bytes
  std::uint64_t count = 0;
  Type type{};
  bool isWritten = false;        // surely; otherwise a store by somebody else is wrong, and a load may be right
  std::uint64_t partitions = 0;  // of the same size, that together they are; 0 without partitioned communication
};

namespace detail {

template <FootprintFacts Facts, class Visit>
class BufferWalk {
 public:
  using Type = typename Facts::Type;

  BufferWalk(const Facts &call, const mpi::BufferPlan &plan, Visit &visit) : call_(call), plan_(plan), visit_(visit) {}

  bool walk() {
    const std::optional<bool> isSignificant = call_.significance(plan_.buffer);
    if (!isSignificant) return false;
    if (!*isSignificant || call_.number(plan_.buffer) == mpi::kInPlace) return true;
    const BufferUse use = useOf(call_, plan_.buffer);
    if (use == BufferUse::None) return true;
    isWritten_ = use == BufferUse::Written;
    if (plan_.isScattered) return addScattered();
    switch (plan_.amount) {
      case mpi::Amount::None:
        return false;
      case mpi::Amount::One:
        return add(1, call_.type(plan_.datatype));
      case mpi::Amount::Whole:
        return add(call_.number(plan_.count), call_.type(plan_.datatype));
      case mpi::Amount::Partitions:
        return addPartitions();
      case mpi::Amount::Each:
        if (isOfNeighbors()) return addEachNeighbor();
        return add(product(call_.number(plan_.count), call_.peerCount()), call_.type(plan_.datatype));
      case mpi::Amount::Listed:
        return addListed();
    }
    return false;
  }

  /// How many parts the buffer has, and elements the arrays that describe it.
  std::optional<std::int64_t> parts() const {
    if (plan_.isScattered) return call_.ownGroupSize();
    if (const Number length = plan_.amount == mpi::Amount::Listed ? call_.lengthOf(plan_.count) : std::nullopt)
      return length;
    return isOfNeighbors() ? call_.neighborCount(isIncoming()) : call_.peerCount();
  }

 private:
  using Number = std::optional<std::int64_t>;

  bool isOfNeighbors() const { return call_.routine().cls == mpi::Class::CollectiveNeighbor; }
  bool isIncoming() const { return roleOf(plan_.buffer) == mpi::Role::WriteBuffer; }
  mpi::Role roleOf(int argument) const { return call_.routine().storage[static_cast<std::size_t>(argument)].role; }

  static Number product(Number a, Number b) {
    std::int64_t result = 0;
    if (!a || !b || __builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
    return result;
  }

  /// The bytes of so many extents. That of a type need not be known where there are none.
  Number bytes(std::int64_t extents, const Type &type) const {
    if (extents == 0) return 0;
    const Number extent = call_.extentOf(type);
    return extent ? Number(moved(0, static_cast<std::uint64_t>(extents), *extent)) : std::nullopt;
  }

  bool add(Number count, const Type &type, Number displacement = 0, std::uint64_t partitions = 0) {
    if (count && *count <= 0) return true;
    if (!count || !type || !displacement) return false;
    visit_(BufferPart<Type>{*displacement, static_cast<std::uint64_t>(*count), type, isWritten_, partitions});
    return true;
  }

  bool addPartitions() {
    const Number partitions = call_.number(plan_.partitions);
    if (partitions && *partitions <= 0) return true;
    return add(product(call_.number(plan_.count), partitions), call_.type(plan_.datatype), 0,
               static_cast<std::uint64_t>(partitions.value_or(0)));
  }

  /// Nothing is exchanged with a neighbor that does not exist, but its place is there. Those side by side are one part.
  bool addEachNeighbor() {
    const Number neighbors = call_.neighborCount(isIncoming());
    const Number count = call_.number(plan_.count);
    const Type type = call_.type(plan_.datatype);
    if (!neighbors || !count || !type) return false;
    bool isKnown = true;
    for (std::int64_t i = 0, end = 0; i < *neighbors; i = end) {
      for (end = i; end < *neighbors && call_.hasNeighbor(isIncoming(), static_cast<std::size_t>(end));) ++end;
      const Number before = product(count, i);
      if (end == i)
        ++end;
      else if (!before || !add(product(count, end - i), type, bytes(*before, type)))
        isKnown = false;
    }
    return isKnown;
  }

  /// Every part has a count, a displacement and perhaps a datatype of its own.
  bool addListed() {
    const Number parts = this->parts();
    const bool hasTypes = roleOf(plan_.datatype) == mpi::Role::DatatypesPerRank;
    const bool isInExtents = roleOf(plan_.displacements) == mpi::Role::DisplsPerRank;
    const Type common = hasTypes ? Type{} : call_.type(plan_.datatype);
    bool isKnown = parts.has_value();
    for (std::size_t i = 0; i < static_cast<std::size_t>(parts.value_or(0)); ++i) {
      if (isOfNeighbors() && !call_.hasNeighbor(isIncoming(), i)) continue;
      const Type type = hasTypes ? call_.type(plan_.datatype, i) : common;
      Number place = call_.element(plan_.displacements, i);
      if (place && isInExtents && type) place = bytes(*place, type);
      isKnown &= add(call_.element(plan_.count, i), type, place);
    }
    return isKnown;
  }

  /// A reduction whose result is scattered reads all parts, side by side, and writes that of the caller.
  bool addScattered() {
    const Type type = call_.type(plan_.datatype);
    const int given = call_.routine().indexOf(mpi::Role::ReadBuffer);
    const bool readsAll = !isWritten_ || call_.number(given) == mpi::kInPlace;
    const auto [all, own] = scatteredCounts();
    bool isKnown = !isWritten_ || add(own, type);
    isWritten_ = false;
    if (readsAll) isKnown &= add(all, type);
    return isKnown;
  }

  struct ScatteredCounts {
    Number all;
    Number own;
  };

  ScatteredCounts scatteredCounts() const {
    const Number members = call_.ownGroupSize();
    if (plan_.amount == mpi::Amount::Each) {
      const Number each = call_.number(plan_.count);
      return {product(each, members), each};
    }
    ScatteredCounts counts{members ? Number(0) : std::nullopt, std::nullopt};
    const Number own = call_.standing().ownRank;
    for (std::int64_t i = 0; counts.all && i < *members; ++i) {
      const Number count = call_.element(plan_.count, static_cast<std::size_t>(i));
      if (own == i) counts.own = count;
      if (!count || *count < 0 || __builtin_add_overflow(*counts.all, *count, &*counts.all)) counts.all.reset();
    }
    return counts;
  }

  const Facts &call_;
  const mpi::BufferPlan &plan_;
  Visit &visit_;
  bool isWritten_ = false;
};

}  // namespace detail

/// Calls `visit(const BufferPart<Type> &)` for what is known of one buffer. False where there may be more of it.
template <FootprintFacts Facts, class Visit>
bool forEachPart(const Facts &call, const mpi::BufferPlan &plan, Visit visit) {
  return detail::BufferWalk<Facts, Visit>(call, plan, visit).walk();
}

/// Calls `visit(argument, elements)` for the arrays of counts and displacements, which the operation reads until it is
/// complete. How many elements there are may not be known.
template <FootprintFacts Facts, class Visit>
void forEachArray(const Facts &call, Visit visit) {
  const mpi::BufferPlan *before = nullptr;
  for (const mpi::BufferPlan &plan : call.routine().buffers()) {
    const bool isShared = before != nullptr && before->count == plan.count;  // with the buffer before
    before = &plan;
    if (plan.amount != mpi::Amount::Listed || isShared) continue;
    const auto parts = detail::BufferWalk<Facts, Visit>(call, plan, visit).parts();
    for (const int argument : {plan.count, plan.displacements})
      if (argument >= 0 && call.significance(argument) == true) visit(argument, parts);
  }
}

}  // namespace lockstep::semantics
