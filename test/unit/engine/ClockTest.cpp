// All clocks give the same order for every pair of events: that of reachability in the graph of events.
#include "engine/order/Clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/order/EncodedClock.h"
#include "engine/order/Order.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostEvents = 2048;
using Events = std::bitset<kMostEvents>;

/// A random run of strands that is ordered by a clock, and beside it what reachability says.
class RandomRun {
 public:
  RandomRun(ClockKind clock, std::size_t strands, unsigned seed, std::size_t events)
      : order_(makeClock(clock, strands)), random_(seed), past_(strands), pending_(strands), most_(events) {
    for (std::size_t i = 0; i < strands; ++i) order_.strandOf(static_cast<int>(i), 0);
    while (events_.size() + 2 * strands < most_) act();
  }

  void expectOrder() const {
    for (std::size_t b = 0; b < events_.size(); ++b)
      for (std::size_t a = 0; a < events_.size(); ++a)
        ASSERT_EQ(order_.before(events_[a].stamp, events_[b].stamp), events_[b].past[a])
            << "event " << a << " and event " << b;
  }

  /// Known to all others, by the clock and by reachability.
  void expectHorizon() const {
    const std::vector<Tick> horizon = order_.horizon();
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const auto own = static_cast<std::size_t>(events_[i].stamp.strand);
      bool isKnown = true;
      for (std::size_t strand = 0; strand < past_.size(); ++strand)
        isKnown = isKnown && (strand == own || past_[strand][i]);
      ASSERT_EQ(events_[i].stamp.tick <= horizon[own], isKnown) << "event " << i;
    }
  }

 private:
  struct Event {
    Stamp stamp;
    Events past;
  };
  using EventId = std::size_t;

  std::size_t below(std::size_t bound) { return random_() % bound; }

  EventId add(std::size_t strand, const Stamp &stamp) {
    events_.push_back({stamp, past_[strand]});
    past_[strand].set(events_.size() - 1);
    return events_.size() - 1;
  }
  EventId step(std::size_t strand) { return add(strand, order_.step(static_cast<Strand>(strand), below(4) != 0)); }

  void hear(std::size_t strand, const std::vector<EventId> &heard) {
    std::vector<Stamp> stamps;
    for (const EventId event : heard) {
      stamps.push_back(events_[event].stamp);
      past_[strand] |= events_[event].past;
      past_[strand].set(event);
    }
    order_.receive(static_cast<Strand>(strand), stamps);
  }

  std::vector<std::size_t> someStrands() {
    std::vector<std::size_t> members;
    const std::size_t one = below(past_.size());
    const std::size_t stride = 1 + below(std::max<std::size_t>(past_.size() / 8, 1));
    for (std::size_t i = one; i < past_.size(); i += stride) members.push_back(i);
    return members;
  }

  void act() {
    const std::size_t strand = below(past_.size());
    switch (below(7)) {
      case 0:
        step(strand);
        return;
      case 1:
        access(strand);
        return;
      case 2:
        pending_[below(past_.size())].push_back(step(strand));
        return;
      case 3:
        receive(strand);
        return;
      case 4:
        barrier();
        return;
      case 5:
        expose(strand);
        return;
      default:
        reduce();
        return;
    }
  }

  void access(std::size_t strand) {
    const Stamp &now = order_.between(static_cast<Strand>(strand));
    const bool isNew =
        std::ranges::none_of(events_, [&](const Event &event) { return Moment(event.stamp) == Moment(now); });
    if (isNew) add(strand, now);
  }

  /// Not in the order in which they were sent.
  void receive(std::size_t strand) {
    if (pending_[strand].empty()) return;
    const auto which = static_cast<std::ptrdiff_t>(below(pending_[strand].size()));
    hear(strand, {pending_[strand][static_cast<std::size_t>(which)]});
    pending_[strand].erase(pending_[strand].begin() + which);
    step(strand);
  }

  /// Of all or of some; a member may learn of something else between its start and its completion.
  void barrier() {
    const std::vector<std::size_t> members = someStrands();
    std::vector<EventId> starts;
    std::vector<Stamp> stamps;
    for (const std::size_t member : members) {
      starts.push_back(step(member));
      stamps.push_back(events_[starts.back()].stamp);
    }
    if (below(3) == 0 && !pending_[members.front()].empty()) hear(members.front(), {pending_[members.front()].back()});
    const KnowledgePtr joined = order_.join(stamps);
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const EventId start : starts) {
        past_[members[i]] |= events_[start].past;
        past_[members[i]].set(start);
      }
      order_.receive(static_cast<Strand>(members[i]), stamps[i], joined);
      step(members[i]);
    }
  }

  /// Post, start, complete, wait.
  void expose(std::size_t target) {
    const EventId posted = step(target);
    std::vector<EventId> completed;
    for (const std::size_t origin : someStrands()) {
      if (origin == target || completed.size() == 3) continue;
      step(origin);
      access(origin);
      if (below(2) == 0) hear(origin, {posted});
      completed.push_back(step(origin));
    }
    hear(target, completed);
    step(target);
  }

  /// To a root.
  void reduce() {
    const std::vector<std::size_t> members = someStrands();
    std::vector<EventId> starts;
    for (const std::size_t member : members) starts.push_back(step(member));
    hear(members.back(), starts);
    step(members.back());
  }

  Order order_;
  std::mt19937 random_;
  std::vector<Event> events_;
  std::vector<Events> past_;                   // by strand: what comes before its next event
  std::vector<std::vector<EventId>> pending_;  // by strand: sent to it
  std::size_t most_;
};

class Clocks : public testing::TestWithParam<ClockKind> {};

TEST_P(Clocks, GiveTheOrderOfTheGraph) {
  for (unsigned seed = 0; seed < 5; ++seed)
    for (const std::size_t strands : {2U, 3U, 9U, 40U}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", strands " + std::to_string(strands));
      const RandomRun run(GetParam(), strands, seed, 300);
      run.expectOrder();
      run.expectHorizon();
      if (HasFatalFailure()) return;
    }
}

/// More than fit below one node of a tree of height 1.
TEST_P(Clocks, GiveTheOrderOfManyStrands) {
  const RandomRun run(GetParam(), 600, 1, 2000);
  run.expectOrder();
  run.expectHorizon();
}

TEST_P(Clocks, AreFoundByName) {
  const std::string_view name = kClocks[static_cast<std::size_t>(GetParam())];
  EXPECT_EQ(findClock(name), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, Clocks,
                         testing::Values(ClockKind::Auto, ClockKind::Vector, ClockKind::Tree, ClockKind::Encoded,
                                         ClockKind::EncodedOriginal),
                         [](const auto &clock) {
                           std::string name(kClocks[static_cast<std::size_t>(clock.param)]);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Clocks, NoOtherName) { EXPECT_EQ(findClock("sundial"), std::nullopt); }

/// The program of the paper: rank 0 puts and sends to rank 1, which puts and sends to rank 2, which gets.
std::vector<std::vector<mpz_class>> fatalBug(bool isOriginal) {
  auto made = std::make_unique<EncodedClock>(isOriginal);
  EncodedClock &clock = *made;
  Order order(std::move(made));
  std::vector<std::vector<mpz_class>> times(3);
  Stamp last;
  for (int rank = 0; rank < 3; ++rank) {
    const Strand strand = order.strandOf(rank, 0);
    const auto happens = [&](bool isTold) {
      last = order.step(strand, isTold);
      times[static_cast<std::size_t>(rank)].push_back(clock.timeOf(last));
    };
    if (rank > 0) {
      order.receive(strand, std::vector<Stamp>{last});
      happens(false);
    }
    happens(true);  // lock
    happens(true);  // unlock
    if (rank == 2) break;
    // In the original a message carries the time before the local tick of its send, in the variant the one after it.
    const Stamp before = last;
    happens(true);
    if (isOriginal) last = before;
  }
  return times;
}

TEST(EncodedClock, TimesOfFatalBug) {
  const std::vector<std::vector<mpz_class>> published = {{2, 4, 8}, {12, 36, 108, 324}, {540, 2700, 13500}};
  EXPECT_EQ(fatalBug(true), published);
}

TEST(EncodedClock, TimesOfFatalBugWithFewerTicks) {
  const std::vector<std::vector<mpz_class>> fewer = {{4, 8, 16}, {48, 144, 432, 1296}, {6480, 32400, 162000}};
  EXPECT_EQ(fatalBug(false), fewer);
}

TEST(EncodedClock, SaysWhenItHasGrownTooLarge) {
  Order order(std::make_unique<EncodedClock>(true, 1000));
  const Strand a = order.strandOf(0, 0);
  const Strand b = order.strandOf(1, 0);
  const auto chat = [&] {
    for (int i = 0; i < 10000; ++i) {
      order.receive(b, std::vector<Stamp>{order.step(a)});
      order.receive(a, std::vector<Stamp>{order.step(b)});
    }
  };
  EXPECT_THROW(chat(), ClockOverflow);
}

}  // namespace
}  // namespace lockstep::engine
