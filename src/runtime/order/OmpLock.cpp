// The order by OpenMP locks, critical and ordered regions, by wrapping the functions that compilers call for them:
// clang and flang in libomp, gcc and gfortran in libgomp, both for the lock routines.
//
// The library is looked up at the first call: it may have been opened late, and without global visibility.
#include <atomic>

#include "runtime/order/Caller.h"
#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"

namespace lockstep::runtime {
namespace {

/// What a critical region without a name, and an atomic one without an instruction, have in common with all others.
constexpr std::uint64_t kUnnamedCritical = objectOf(Family::Runtime, 1);
constexpr std::uint64_t kAtomic = objectOf(Family::Runtime, 2);

std::uint64_t ordered() { return currentTeam() + kTeamOrdered; }

}  // namespace
}  // namespace lockstep::runtime

using namespace lockstep::runtime;

#pragma GCC visibility push(default)

#define ACQUIRING(result, name, parameters, arguments, object)        \
  extern "C" result name parameters {                                 \
    static constinit std::atomic<result(*) parameters> real{nullptr}; \
    definitionOf(real, #name, __builtin_return_address(0)) arguments; \
    tell(ThreadEvent::Acquire, object);                               \
  }
#define TESTING(name, parameters, arguments, object)                                     \
  extern "C" int name parameters {                                                       \
    static constinit std::atomic<int(*) parameters> real{nullptr};                       \
    const int result = definitionOf(real, #name, __builtin_return_address(0)) arguments; \
    if (result != 0) tell(ThreadEvent::Acquire, object);                                 \
    return result;                                                                       \
  }
#define RELEASING(result, name, parameters, arguments, object)        \
  extern "C" result name parameters {                                 \
    static constinit std::atomic<result(*) parameters> real{nullptr}; \
    tell(ThreadEvent::Release, object);                               \
    definitionOf(real, #name, __builtin_return_address(0)) arguments; \
  }

#define LOCK(suffix)                                                               \
  ACQUIRING(void, omp_set_lock##suffix, (void *lock), (lock), objectOf(lock))      \
  TESTING(omp_test_lock##suffix, (void *lock), (lock), objectOf(lock))             \
  RELEASING(void, omp_unset_lock##suffix, (void *lock), (lock), objectOf(lock))    \
  ACQUIRING(void, omp_set_nest_lock##suffix, (void *lock), (lock), objectOf(lock)) \
  TESTING(omp_test_nest_lock##suffix, (void *lock), (lock), objectOf(lock))        \
  RELEASING(void, omp_unset_nest_lock##suffix, (void *lock), (lock), objectOf(lock))
LOCK()
LOCK(_)  // for Fortran

// clang, flang: source location, thread, identity of the region
ACQUIRING(void, __kmpc_critical, (void *place, int thread, void *name), (place, thread, name), objectOf(name))
ACQUIRING(void, __kmpc_critical_with_hint, (void *place, int thread, void *name, unsigned hint),
          (place, thread, name, hint), objectOf(name))
RELEASING(void, __kmpc_end_critical, (void *place, int thread, void *name), (place, thread, name), objectOf(name))
ACQUIRING(void, __kmpc_ordered, (void *place, int thread), (place, thread), ordered())
RELEASING(void, __kmpc_end_ordered, (void *place, int thread), (place, thread), ordered())

// gcc, gfortran
ACQUIRING(void, GOMP_critical_start, (), (), kUnnamedCritical)
RELEASING(void, GOMP_critical_end, (), (), kUnnamedCritical)
ACQUIRING(void, GOMP_critical_name_start, (void **name), (name), objectOf(name))
RELEASING(void, GOMP_critical_name_end, (void **name), (name), objectOf(name))
ACQUIRING(void, GOMP_atomic_start, (), (), kAtomic)
RELEASING(void, GOMP_atomic_end, (), (), kAtomic)
ACQUIRING(void, GOMP_ordered_start, (), (), ordered())
RELEASING(void, GOMP_ordered_end, (), (), ordered())

#pragma GCC visibility pop
