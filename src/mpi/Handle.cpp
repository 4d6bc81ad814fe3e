#include "mpi/Handle.h"

#include <algorithm>
#include <iterator>

namespace lockstep::mpi {
namespace {

constexpr HandleInfo kAny{.kind = Element::Other, .type = {}, .null = "null", .noun = "handle", .openMpiNull = {}};
constexpr HandleInfo kHandles[] = {
#define MPI_HANDLE(kind, type, null, noun, mpich, openMpi) {Element::kind, #type, #null, noun, mpich, openMpi},
#include "mpi/Handles.def"
};

}  // namespace

const HandleInfo &info(Element kind) {
  return isHandle(kind) ? kHandles[static_cast<std::size_t>(kind) - static_cast<std::size_t>(Element::Comm)] : kAny;
}

Element findHandle(std::string_view type) {
  const HandleInfo *found = std::ranges::find(kHandles, type, &HandleInfo::type);
  return found != std::end(kHandles) ? found->kind : Element::Other;
}

}  // namespace lockstep::mpi
