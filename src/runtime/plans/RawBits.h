// Arguments as 64-bit numbers: handles are integers in MPICH and pointers in Open MPI, here they are bits in both.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lockstep::runtime {

template <class T>
std::int64_t rawBits(T value) {
  if constexpr (std::is_pointer_v<T>)
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(value));
  else
    return static_cast<std::int64_t>(value);
}

}  // namespace lockstep::runtime
