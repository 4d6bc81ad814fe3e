// Copies and fills that gcc leaves to the C library without telling.
#include <cstddef>

#include "runtime/hooks/Libc.h"

using namespace lockstep::runtime;

LOCKSTEP_WRAP(void *, memcpy, void *to, const void *from, std::size_t bytes) {
  tellLoad(LOCKSTEP_CALLER, from, bytes);
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real_memcpy(to, from, bytes);
}

LOCKSTEP_WRAP(void *, memmove, void *to, const void *from, std::size_t bytes) {
  tellLoad(LOCKSTEP_CALLER, from, bytes);
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real_memmove(to, from, bytes);
}

LOCKSTEP_WRAP(void *, memset, void *to, int value, std::size_t bytes) {
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real_memset(to, value, bytes);
}

LOCKSTEP_WRAP(void *, __memcpy_chk, void *to, const void *from, std::size_t bytes, std::size_t room) {
  tellLoad(LOCKSTEP_CALLER, from, bytes);
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real___memcpy_chk(to, from, bytes, room);
}

LOCKSTEP_WRAP(void *, __memmove_chk, void *to, const void *from, std::size_t bytes, std::size_t room) {
  tellLoad(LOCKSTEP_CALLER, from, bytes);
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real___memmove_chk(to, from, bytes, room);
}

LOCKSTEP_WRAP(void *, __memset_chk, void *to, int value, std::size_t bytes, std::size_t room) {
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real___memset_chk(to, value, bytes, room);
}
