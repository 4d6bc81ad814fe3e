#include "runtime/handles/Handles.h"

#include <mpi.h>

#include "mpi/Predefined.h"
#include "mpi/Special.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/plans/RawBits.h"
#include "trace/Record.h"

#ifdef OPEN_MPI
extern "C" ompi_request_t ompi_request_empty __attribute__((weak));
#endif

namespace lockstep::runtime {
namespace {

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
#if MPI_VERSION >= 4
      return rawBits(MPI_SESSION_NULL);
#endif
    case HandleKind::None:
      return 0;
  }
  return 0;
}

bool isSharedRequest(std::int64_t bits) {
#ifdef OPEN_MPI
  return &ompi_request_empty != nullptr && bits == rawBits(&ompi_request_empty);
#else
  constexpr std::int64_t kKindBits = 0xfc000000, kBuiltinRequest = 0x6c000000;
  return (bits & kKindBits) == kBuiltinRequest;
#endif
}

/// A handle of a kind without ids: a predefined one by its constant, others by their bits.
std::int64_t idOfBits(HandleKind kind, std::int64_t bits) {
  if (kind == HandleKind::Request && bits == 0) return trace::kUnknownHandle;  // a request of no library
  if (kind == HandleKind::Request) return isSharedRequest(bits) ? mpi::kSharedRequest : bits;
  if (kind == HandleKind::Message && bits == rawBits(MPI_MESSAGE_NO_PROC)) return mpi::kMessageNoProc;
  if (kind == HandleKind::Info && bits == rawBits(MPI_INFO_ENV)) return mpi::kInfoEnv;
  if (kind != HandleKind::ErrHandler) return bits;
  if (bits == rawBits(MPI_ERRORS_ARE_FATAL)) return mpi::kErrorsAreFatal;
  if (bits == rawBits(MPI_ERRORS_RETURN)) return mpi::kErrorsReturn;
#if MPI_VERSION >= 4
  if (bits == rawBits(MPI_ERRORS_ABORT)) return mpi::kErrorsAbort;
#endif
  return bits;
}

}  // namespace

std::int64_t handleId(HandleKind kind, std::int64_t bits) {
  if (bits == nullBits(kind)) return trace::kNullHandle;
  if (!hasIds(kind)) return idOfBits(kind, bits);
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
