#include "runtime/order/RunnableThreads.h"

#include <sys/types.h>
#include <unistd.h>

#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"

namespace lockstep::runtime {

constinit RunnableThreads gActors;

namespace {

constinit thread_local bool tIsActor = false;

}  // namespace

void act(std::uint64_t count) {
  if (const auto stirs = gActors.act(count)) tell(ThreadEvent::Stir, *stirs);
}

void rest(std::uint64_t count) {
  if (const auto stirs = gActors.rest(count)) tell(ThreadEvent::Rest, *stirs);
}

void giveUpCounting() {
  expectThreads();
  act(1);
}

void becomeActor() { tIsActor = true; }

bool isActor() { return tIsActor || gettid() == getpid() || currentTeam() != 0; }

void TeamActors::open(unsigned most) {
  most_ = most > 0 ? most : 1;
  act(most_ - 1);
}

void TeamActors::begin(unsigned size) {
  size_.store(size);
  if (hasBegun_.exchange(true)) return;
  if (size > most_) return giveUpCounting();
  rest(most_ - size);
}

/// Who is not the last touches nothing here any more: the region may be over.
void TeamActors::arrive(bool goOn) {
  const unsigned size = size_.load();
  if (size == 0) return;
  if (arrived_.fetch_add(1) + 1 < size) return rest(1);
  if (!goOn) return;
  arrived_.store(0);
  act(size - 1);
}

}  // namespace lockstep::runtime
