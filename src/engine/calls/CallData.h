// Amount and type of the data that a call sends or receives, found by the roles of its arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/calls/Call.h"
#include "engine/objects/Types.h"

namespace lockstep::engine {

/// Contents of the buffer at an argument index. The call must outlive it.
class BufferData {
 public:
  BufferData(const Call &call, int buffer);

  bool isInPlace() const { return isInPlace_; }
  /// The whole buffer, or if it has one part per member, the part of the member at `index`. None if unknown, and for
  /// invalid counts and types.
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

/// The data of a call that sends or receives a single message. None if it has no such side.
std::optional<Elements> sentBy(const Call &call);
std::optional<Elements> receivedBy(const Call &call);

/// Mismatch between a message and its receive.
struct TypeProblem {
  std::optional<TypeDifference> difference;  // first: sent, second: received
  bool isTruncated = false;
  Elements sent;
  Elements received;
};

/// "element 2 is MPI_INT at the sender and MPI_FLOAT at the receiver"
std::string describe(const TypeDifference &difference);

/// None if the receive matches the message, or if one of the two is unknown.
std::optional<TypeProblem> compareMessage(const Call &send, const Call &receive);

}  // namespace lockstep::engine
