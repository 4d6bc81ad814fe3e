// How much data of which type a call gives or takes, found by the roles of its arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/calls/Call.h"
#include "engine/objects/Types.h"

namespace lockstep::engine {

/// What a buffer holds, by its position among the arguments. The call must outlive it.
class BufferData {
 public:
  BufferData(const Call &call, int buffer);

  bool isInPlace() const { return isInPlace_; }
  /// All of it, or where it has a part per member the part of the one at `index`. None where it is not known, and for
  /// counts and types that the standard forbids.
  std::optional<Elements> at(std::size_t index = 0) const;

 private:
  const Call *call_;
  std::span<const std::int64_t> counts_;
  std::span<const std::int64_t> handles_;
  const Datatype *type_ = nullptr;  // unless there is one per member
  std::int64_t partitions_ = 1;
  bool isInPlace_ = false;
  bool isPerRank_ = false;
  bool hasTypePerRank_ = false;
};

/// What a call sends or receives as one message. None where it has no such side.
std::optional<Elements> sentBy(const Call &call);
std::optional<Elements> receivedBy(const Call &call);

/// What is wrong with a message and the receive that takes it.
struct TypeProblem {
  std::optional<TypeDifference> difference;  // first: sent, second: received
  bool isTruncated = false;
  Elements sent;
  Elements received;
};

/// "element 2 is MPI_INT at the sender and MPI_FLOAT at the receiver"
std::string describe(const TypeDifference &difference);

/// None when the receive can take the message; also when it is not known what one of the ends says.
std::optional<TypeProblem> compareMessage(const Call &send, const Call &receive);

}  // namespace lockstep::engine
