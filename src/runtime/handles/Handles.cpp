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

std::int64_t nullBits(mpi::Element kind) {
  switch (kind) {
#define MPI_HANDLE(kind, type, null, noun, mpich, openMpi) \
  case mpi::Element::kind:                                 \
    return rawBits(null);
#if MPI_VERSION < 4
#define MPI_HANDLE_SINCE_4(kind, type, null, noun, mpich, openMpi)
#endif
#include "mpi/Handles.def"
    default:
      return 0;
  }
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
std::int64_t idOfBits(mpi::Element kind, std::int64_t bits) {
  if (kind == mpi::Element::Request && bits == 0) return trace::kUnknownHandle;  // a request of no library
  if (kind == mpi::Element::Request) return isSharedRequest(bits) ? mpi::kSharedRequest : bits;
  if (kind == mpi::Element::Message && bits == rawBits(MPI_MESSAGE_NO_PROC)) return mpi::kMessageNoProc;
  if (kind == mpi::Element::Info && bits == rawBits(MPI_INFO_ENV)) return mpi::kInfoEnv;
  if (kind != mpi::Element::ErrHandler) return bits;
  if (bits == rawBits(MPI_ERRORS_ARE_FATAL)) return mpi::kErrorsAreFatal;
  if (bits == rawBits(MPI_ERRORS_RETURN)) return mpi::kErrorsReturn;
#if MPI_VERSION >= 4
  if (bits == rawBits(MPI_ERRORS_ABORT)) return mpi::kErrorsAbort;
#endif
  return bits;
}

}  // namespace

std::int64_t handleId(mpi::Element kind, std::int64_t bits) {
  if (bits == nullBits(kind)) return trace::kNullHandle;
  if (!hasIds(kind)) return idOfBits(kind, bits);
  const HandleMap<14> &ids = gIds[indexOf(kind)];
  const std::uint64_t id = ids.find(bits);
  if (id != 0) return static_cast<std::int64_t>(id);
  return ids.isFull() ? bits : trace::kUnknownHandle;
}

void setHandleId(mpi::Element kind, std::int64_t bits, std::int64_t id) {
  if (hasIds(kind)) gIds[indexOf(kind)].set(bits, static_cast<std::uint64_t>(id));
}

void registerPredefined() {
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) \
  setHandleId(mpi::Element::Datatype, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_PAIR(id, number, name, first, second) \
  setHandleId(mpi::Element::Datatype, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_OP(id, number, name) setHandleId(mpi::Element::Op, rawBits(MPI_##name), number);
#define MPI_PREDEFINED_DECLARED_ONLY
#include "mpi/Predefined.def"
  setHandleId(mpi::Element::Group, rawBits(MPI_GROUP_EMPTY), kEmptyGroupId);
}

}  // namespace lockstep::runtime
