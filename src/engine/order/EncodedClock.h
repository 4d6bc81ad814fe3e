// The encoded clock (Kshemkalyani et al.; rules R1 to R5 of Diep et al., MC-CChecker): knowledge is one number.
//
// Every strand has a prime. What is known of it is the exponent of its prime, a local tick is a multiplication, to hear
// of an event is the least common multiple, and who knows of an event has a number that the event's number divides.
//
// In the original every event of a strand counts. The variant (Fig. 13 there) does not count what only receives; here
// it counts only the events that others may hear of, see Order::step(). Numbers grow with every event that counts, so
// that with many messages both fail in the end: there is a limit to the memory of all numbers together.
#pragma once

#include <map>
#include <vector>

#include <gmpxx.h>

#include "engine/order/Clock.h"

namespace lockstep::engine {

class EncodedClock final : public Clock {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of all numbers

  explicit EncodedClock(bool isOriginal, std::size_t mostBytes = kMostBytes)
      : isOriginal_(isOriginal), mostBytes_(mostBytes) {}

  KnowledgePtr join(const KnowledgePtr &before, std::span<const Stamp> events) override;
  KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) override;
  bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const override;
  std::vector<Tick> common(std::span<const Shared> all, std::size_t strands) const override;
  void tell(Strand strand, Tick tick) override;

  /// The number of an event, what its strand knew and its own ticks together, as the paper has them.
  mpz_class timeOf(const Stamp &event);

 private:
  /// The events of a strand that others may hear of.
  struct Told {
    std::vector<Tick> ticks;  // ascending: the place of an event gives its exponent
    std::map<Tick, mpz_class>
        others;  // heard of without having been told, when later ones had been: primes of their own
  };

  KnowledgePtr made(mpz_class number);
  unsigned long primeOf(Strand strand) const;
  mpz_class powerOf(Strand strand, std::size_t exponent) const;
  /// What the event multiplies into the number of who hears of it.
  mpz_class factorOf(const Moment &event);
  Told &toldOf(Strand strand);
  const Told *findTold(Strand strand) const;
  Tick lastKnown(const mpz_class &number, Strand strand) const;

  bool isOriginal_;
  std::size_t mostBytes_;
  mutable std::vector<unsigned long> primes_;                              // by strand
  std::vector<Told> told_;                                                 // by strand
  mpz_class lastOther_ = 1U << 20;                                         // larger than the prime of any strand
  std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);  // of all numbers that are in use
};

}  // namespace lockstep::engine
