// Strings, and input and output: what the C library reads and writes for its caller, reported at the caller's site.
// Input is reported when it has arrived, with its length.
#include <cstddef>

#include <sys/types.h>

#include "runtime/hooks/Libc.h"

using namespace lockstep::runtime;

using FileHandle = void;  // the library's FILE

extern "C" std::size_t __real_strlen(const char *);
extern "C" std::size_t __real_strnlen(const char *, std::size_t);

namespace {

std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }

/// Whether it is worth while to find out how long a string is. One of more than a page may be missed.
bool isNearWatched(const char *text) {
  const auto address = reinterpret_cast<std::uintptr_t>(text);
  return hasHooks() && (isPageWatched(address) || isPageWatched(address + (std::uintptr_t{1} << kPageBits)));
}

/// With its NUL, but not beyond `most`.
std::size_t stringBytes(const char *text, std::size_t most) { return smaller(__real_strnlen(text, most) + 1, most); }

/// The number of bytes that a comparison reads.
std::size_t comparedBytes(const char *a, const char *b, std::size_t most) {
  std::size_t same = 0;
  while (same < most && a[same] == b[same] && a[same] != 0) ++same;
  return smaller(same + 1, most);
}

void tellRead(const void *site, void *to, ssize_t result) {
  if (result > 0) tellStore(site, to, static_cast<std::size_t>(result));
}

void tellWritten(const void *site, const void *from, ssize_t result) {
  if (result > 0) tellLoad(site, from, static_cast<std::size_t>(result));
}

}  // namespace

LOCKSTEP_WRAP(std::size_t, strlen, const char *text) {
  const std::size_t length = __real_strlen(text);
  tellLoad(LOCKSTEP_CALLER, text, length + 1);
  return length;
}

LOCKSTEP_WRAP(std::size_t, strnlen, const char *text, std::size_t most) {
  tellLoad(LOCKSTEP_CALLER, text, stringBytes(text, most));
  return __real_strnlen(text, most);
}

LOCKSTEP_WRAP(char *, strcpy, char *to, const char *from) {
  if (isNearWatched(to) || isNearWatched(from)) {
    const std::size_t bytes = __real_strlen(from) + 1;
    tellLoad(LOCKSTEP_CALLER, from, bytes);
    tellStore(LOCKSTEP_CALLER, to, bytes);
  }
  return __real_strcpy(to, from);
}

LOCKSTEP_WRAP(char *, stpcpy, char *to, const char *from) {
  if (isNearWatched(to) || isNearWatched(from)) {
    const std::size_t bytes = __real_strlen(from) + 1;
    tellLoad(LOCKSTEP_CALLER, from, bytes);
    tellStore(LOCKSTEP_CALLER, to, bytes);
  }
  return __real_stpcpy(to, from);
}

/// Fills all of the target.
LOCKSTEP_WRAP(char *, strncpy, char *to, const char *from, std::size_t bytes) {
  tellLoad(LOCKSTEP_CALLER, from, stringBytes(from, bytes));
  tellStore(LOCKSTEP_CALLER, to, bytes);
  return __real_strncpy(to, from, bytes);
}

LOCKSTEP_WRAP(char *, strcat, char *to, const char *from) {
  if (isNearWatched(to) || isNearWatched(from)) {
    const std::size_t length = __real_strlen(to);
    const std::size_t bytes = __real_strlen(from) + 1;
    tellLoad(LOCKSTEP_CALLER, to, length + 1);
    tellLoad(LOCKSTEP_CALLER, from, bytes);
    tellStore(LOCKSTEP_CALLER, to + length, bytes);
  }
  return __real_strcat(to, from);
}

LOCKSTEP_WRAP(char *, strncat, char *to, const char *from, std::size_t most) {
  if (isNearWatched(to) || isNearWatched(from)) {
    const std::size_t length = __real_strlen(to);
    tellLoad(LOCKSTEP_CALLER, to, length + 1);
    tellLoad(LOCKSTEP_CALLER, from, stringBytes(from, most));
    tellStore(LOCKSTEP_CALLER, to + length, __real_strnlen(from, most) + 1);
  }
  return __real_strncat(to, from, most);
}

LOCKSTEP_WRAP(int, strcmp, const char *a, const char *b) {
  if (isNearWatched(a) || isNearWatched(b)) {
    const std::size_t bytes = comparedBytes(a, b, static_cast<std::size_t>(-1));
    tellLoad(LOCKSTEP_CALLER, a, bytes);
    tellLoad(LOCKSTEP_CALLER, b, bytes);
  }
  return __real_strcmp(a, b);
}

LOCKSTEP_WRAP(int, strncmp, const char *a, const char *b, std::size_t most) {
  if (isNearWatched(a) || isNearWatched(b)) {
    const std::size_t bytes = comparedBytes(a, b, most);
    tellLoad(LOCKSTEP_CALLER, a, bytes);
    tellLoad(LOCKSTEP_CALLER, b, bytes);
  }
  return __real_strncmp(a, b, most);
}

LOCKSTEP_WRAP(char *, strchr, const char *text, int letter) {
  char *found = __real_strchr(text, letter);
  tellLoad(LOCKSTEP_CALLER, text,
           found != nullptr ? static_cast<std::size_t>(found - text) + 1 : __real_strlen(text) + 1);
  return found;
}

LOCKSTEP_WRAP(char *, strdup, const char *text) {
  tellLoad(LOCKSTEP_CALLER, text, __real_strlen(text) + 1);
  return __real_strdup(text);
}

LOCKSTEP_WRAP(int, memcmp, const void *a, const void *b, std::size_t bytes) {
  tellLoad(LOCKSTEP_CALLER, a, bytes);
  tellLoad(LOCKSTEP_CALLER, b, bytes);
  return __real_memcmp(a, b, bytes);
}

LOCKSTEP_WRAP(void *, memchr, const void *from, int value, std::size_t most) {
  void *found = __real_memchr(from, value, most);
  const std::size_t bytes =
      found != nullptr ? static_cast<std::size_t>(static_cast<char *>(found) - static_cast<const char *>(from)) + 1
                       : most;
  tellLoad(LOCKSTEP_CALLER, from, bytes);
  return found;
}

LOCKSTEP_WRAP(ssize_t, read, int file, void *to, std::size_t most) {
  const ssize_t result = __real_read(file, to, most);
  tellRead(LOCKSTEP_CALLER, to, result);
  return result;
}

LOCKSTEP_WRAP(ssize_t, pread, int file, void *to, std::size_t most, off_t offset) {
  const ssize_t result = __real_pread(file, to, most, offset);
  tellRead(LOCKSTEP_CALLER, to, result);
  return result;
}

LOCKSTEP_WRAP(ssize_t, write, int file, const void *from, std::size_t bytes) {
  const ssize_t result = __real_write(file, from, bytes);
  tellWritten(LOCKSTEP_CALLER, from, result);
  return result;
}

LOCKSTEP_WRAP(ssize_t, pwrite, int file, const void *from, std::size_t bytes, off_t offset) {
  const ssize_t result = __real_pwrite(file, from, bytes, offset);
  tellWritten(LOCKSTEP_CALLER, from, result);
  return result;
}

LOCKSTEP_WRAP(std::size_t, fread, void *to, std::size_t size, std::size_t count, FileHandle *file) {
  const std::size_t result = __real_fread(to, size, count, file);
  tellStore(LOCKSTEP_CALLER, to, result * size);
  return result;
}

LOCKSTEP_WRAP(std::size_t, fwrite, const void *from, std::size_t size, std::size_t count, FileHandle *file) {
  const std::size_t result = __real_fwrite(from, size, count, file);
  tellLoad(LOCKSTEP_CALLER, from, result * size);
  return result;
}

LOCKSTEP_WRAP(char *, fgets, char *to, int most, FileHandle *file) {
  char *result = __real_fgets(to, most, file);
  if (result != nullptr) tellStore(LOCKSTEP_CALLER, to, __real_strlen(to) + 1);
  return result;
}

LOCKSTEP_WRAP(int, munmap, void *address, std::size_t bytes) {
  // Behind the call another thread may have the memory already.
  if (hasHooks() && isAnyWatched(address, bytes)) served<ReleasedAt>(kReleasedAt)(LOCKSTEP_CALLER, address, bytes);
  return __real_munmap(address, bytes);
}
