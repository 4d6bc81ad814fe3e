// Prints the routine table for scripts: one line per routine with its name, where it is declared, and its argument
// types, separated by tabs.
#include <cstdio>
#include <string_view>

#include "mpi/Routine.h"

namespace {

using lockstep::mpi::Routine;

struct Row {
  Routine routine;
  std::string_view declared;
};

constexpr Row kRows[] = {
#define MPI_ROUTINE(name, cls, timing, effect, args) {Routine::name, "always"},
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) {Routine::name, "always"}, {Routine::name##_c, "since-4.0"},
#define MPI_ROUTINE_40(name, cls, timing, effect, args) {Routine::name, "since-4.0"},
#define MPI_ROUTINE_LARGE_40(name, cls, timing, effect, args) \
  {Routine::name, "since-4.0"}, {Routine::name##_c, "since-4.0"},
#define MPI_ROUTINE_REMOVED(name, cls, timing, effect, args) {Routine::name, "removed"},
#define MPI_ROUTINE_UNRECORDED(name, cls, timing, effect, args) {Routine::name, "unrecorded"},
#include "mpi/Routines.def"
};

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void printRow(const Row &row) {
  const lockstep::mpi::RoutineInfo &routine = lockstep::mpi::info(row.routine);
  print(routine.name);
  print("\t");
  print(row.declared);
  for (const lockstep::mpi::Argument &argument : routine.args()) {
    const lockstep::mpi::RoleInfo &role = lockstep::mpi::info(argument.role);
    print("\t");
    print(routine.isLarge() ? role.largeType : role.type);
  }
  print("\n");
}

}  // namespace

int main() {
  for (const Row &row : kRows) printRow(row);
  return 0;
}
