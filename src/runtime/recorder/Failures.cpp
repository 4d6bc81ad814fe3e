#include "runtime/recorder/Failures.h"

#include <mpi.h>

#include <cstring>
#include <string_view>

#include "runtime/calls/Real.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

struct ErrorClass {
  int number;
  std::string_view name;
};
constexpr ErrorClass kClasses[] = {
#define MPI_ERROR_CLASS(name, rule) {MPI_##name, "MPI_" #name},
#include "mpi/ErrorClasses.def"
};

/// Empty for a class that the program has added.
std::string_view nameOfClass(int code) {
  int number = MPI_ERR_UNKNOWN;
  if (LOCKSTEP_REAL(Error_class)(code, &number) != MPI_SUCCESS) return {};
  for (const ErrorClass &known : kClasses)
    if (known.number == number) return known.name;
  return {};
}

char *append(char *to, std::string_view text) {
  memcpy(to, text.data(), text.size());
  to[text.size()] = 0;
  return to + text.size() + 1;
}

}  // namespace

void writeFailure(ThreadState &thread, int code, bool isFatal, bool isUnused) {
  char words[MPI_MAX_ERROR_STRING + 1] = {};
  int length = 0;
  if (LOCKSTEP_REAL(Error_string)(code, words, &length) != MPI_SUCCESS) words[0] = 0;
  const std::string_view name = nameOfClass(code);
  const std::string_view text(words, strnlen(words, MPI_MAX_ERROR_STRING));
  auto *record = thread.reserve<trace::Failure>(name.size() + text.size() + 2);
  record->code = code;
  record->isFatal = isFatal ? 1 : 0;
  record->isUnused = isUnused ? 1 : 0;
  memset(record->reserved, 0, sizeof record->reserved);
  record->time = now();
  append(append(reinterpret_cast<char *>(record + 1), name), text);
  thread.commit();
}

}  // namespace lockstep::runtime
