#include "runtime/Handles.h"

#include <mpi.h>

#include "mpi/Predefined.h"
#include "runtime/HandleMap.h"
#include "runtime/RawBits.h"
#include "trace/Record.h"

namespace lockstep::runtime {
namespace {

constexpr std::int64_t kEmptyGroupId = 1;

// One map per kind: MPICH's handles of different kinds are plain integers.
HandleMap<14> gIds[kKindsWithIds];

constexpr bool hasIds(HandleKind kind) { return static_cast<std::size_t>(kind) < kKindsWithIds; }

std::int64_t nullBits(HandleKind kind) {
  switch (kind) {
    case HandleKind::Comm:
      return rawBits(MPI_COMM_NULL);
    case HandleKind::Group:
      return rawBits(MPI_GROUP_NULL);
    case HandleKind::Datatype:
      return rawBits(MPI_DATATYPE_NULL);
    case HandleKind::Op:
      return rawBits(MPI_OP_NULL);
    case HandleKind::Window:
      return rawBits(MPI_WIN_NULL);
    case HandleKind::File:
      return rawBits(MPI_FILE_NULL);
    case HandleKind::Request:
      return rawBits(MPI_REQUEST_NULL);
    case HandleKind::Message:
      return rawBits(MPI_MESSAGE_NULL);
    case HandleKind::Info:
      return rawBits(MPI_INFO_NULL);
    case HandleKind::ErrHandler:
      return rawBits(MPI_ERRHANDLER_NULL);
    case HandleKind::Session:
    case HandleKind::None:
      return 0;
  }
  return 0;
}

}  // namespace

std::int64_t handleId(HandleKind kind, std::int64_t bits) {
  if (bits == nullBits(kind)) return trace::kNullHandle;
  if (!hasIds(kind)) return bits;
  const HandleMap<14> &ids = gIds[static_cast<std::size_t>(kind)];
  const std::uint64_t id = ids.find(bits);
  if (id != 0) return static_cast<std::int64_t>(id);
  return ids.isFull() ? bits : trace::kUnknownHandle;
}

void setHandleId(HandleKind kind, std::int64_t bits, std::int64_t id) {
  if (hasIds(kind)) gIds[static_cast<std::size_t>(kind)].set(bits, static_cast<std::uint64_t>(id));
}

void registerPredefined() {
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) \
  setHandleId(HandleKind::Datatype, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_PAIR(id, number, name, first, second) \
  setHandleId(HandleKind::Datatype, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_OP(id, number, name) setHandleId(HandleKind::Op, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_DECLARED_ONLY
#include "mpi/Predefined.def"
  setHandleId(HandleKind::Group, rawBits(MPI_GROUP_EMPTY), kEmptyGroupId);
}

}  // namespace lockstep::runtime
