#include "mpi/HandleKind.h"

#include <array>

namespace lockstep::mpi {

Element handleKind(Role role) {
  static const auto kKinds = [] {
    std::array<Element, kRoleCount> kinds{};
    for (const RoutineInfo &routine : routines())
      for (const Argument &argument : routine.args()) {
        const Element element = elementOf(routine, argument.role);
        kinds[static_cast<std::size_t>(argument.role)] = isHandle(element) ? element : Element::Other;
      }
    return kinds;
  }();
  return kKinds[static_cast<std::size_t>(role)];
}

}  // namespace lockstep::mpi
