// The encoded vector clock (Kshemkalyani et al.; rules R1 to R5 of Diep et al., MC-CChecker): knowledge is one number.
//
// Every strand has a prime; its tick is the exponent of this prime. A local tick is a multiplication, receiving an
// event is the least common multiple, and an event is known if its number divides the number of the knowledge.
//
// In the original every event of a strand counts. The variant (Fig. 13 there) does not count receiving events; here
// only events that others may receive count, see Order::step(). Numbers grow with every counted event, so that with
// many messages both eventually fail: the total size of all numbers is limited.
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

  /// The number of an event, with its strand's knowledge and its own ticks, as in the paper.
  mpz_class timeOf(const Stamp &event);

 private:
  /// The events of a strand that others may receive.
  struct Told {
    std::vector<Tick> ticks;  // ascending: the index of an event is its exponent
    std::map<Tick, mpz_class>
        others;  // received though not announced and not the latest: they have primes of their own
  };

  KnowledgePtr made(mpz_class number);
  unsigned long primeOf(Strand strand) const;
  mpz_class powerOf(Strand strand, std::size_t exponent) const;
  /// The factor by which receiving the event multiplies a number.
  mpz_class factorOf(const Moment &event);
  Told &toldOf(Strand strand);
  const Told *findTold(Strand strand) const;
  Tick lastKnown(const mpz_class &number, Strand strand) const;

  bool isOriginal_;
  std::size_t mostBytes_;
  mutable std::vector<unsigned long> primes_;                              // by strand
  std::vector<Told> told_;                                                 // by strand
  mpz_class lastOther_ = 1U << 20;                                         // larger than the prime of any strand
  std::shared_ptr<std::size_t> bytes_ = std::make_shared<std::size_t>(0);  // of all numbers in use
};

}  // namespace lockstep::engine
