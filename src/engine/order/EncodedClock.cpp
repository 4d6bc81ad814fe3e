#include "engine/order/EncodedClock.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace lockstep::engine {
namespace {

/// The exponent of the first event that counts in the variant: there a strand begins with its prime and not with 1, so
/// that a strand that only receives has a number too.
constexpr std::size_t kFirstTold = 2;

std::size_t bytesOf(const mpz_class &number) { return mpz_size(number.get_mpz_t()) * sizeof(mp_limb_t); }

struct Number : Knowledge {
  Number(mpz_class given, std::shared_ptr<std::size_t> total) : value(std::move(given)), inUse(std::move(total)) {
    *inUse += bytesOf(value);
  }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  ~Number() override { *inUse -= bytesOf(value); }

  const mpz_class value;
  const std::shared_ptr<std::size_t> inUse;
};

const mpz_class &numberOf(const Knowledge &knowledge) { return static_cast<const Number &>(knowledge).value; }

bool divides(const mpz_class &factor, const mpz_class &number) {
  return mpz_divisible_p(number.get_mpz_t(), factor.get_mpz_t()) != 0;
}

/// Pairwise, as a balanced tree, so that the operands have similar sizes.
mpz_class leastCommonMultiple(std::vector<mpz_class> numbers) {
  if (numbers.empty()) return 1;
  for (std::size_t step = 1; step < numbers.size(); step *= 2)
    for (std::size_t i = 0; i + step < numbers.size(); i += 2 * step) numbers[i] = lcm(numbers[i], numbers[i + step]);
  return std::move(numbers.front());
}

}  // namespace

KnowledgePtr EncodedClock::made(mpz_class number) {
  auto knowledge = makeRef<const Number>(std::move(number), bytes_);
  if (*bytes_ > mostBytes_)
    throw ClockOverflow("the numbers of the encoded clock have grown too large for this trace: use --clock auto");
  return knowledge;
}

unsigned long EncodedClock::primeOf(Strand strand) const {
  const auto index = static_cast<std::size_t>(strand);
  while (primes_.size() <= index) {
    mpz_class next = primes_.empty() ? 1 : primes_.back();
    mpz_nextprime(next.get_mpz_t(), next.get_mpz_t());
    primes_.push_back(next.get_ui());
  }
  return primes_[index];
}

mpz_class EncodedClock::powerOf(Strand strand, std::size_t exponent) const {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), primeOf(strand), exponent);
  return power;
}

EncodedClock::Told &EncodedClock::toldOf(Strand strand) {
  const auto index = static_cast<std::size_t>(strand);
  if (told_.size() <= index) told_.resize(index + 1);
  return told_[index];
}

const EncodedClock::Told *EncodedClock::findTold(Strand strand) const {
  const auto index = static_cast<std::size_t>(strand);
  return index < told_.size() ? &told_[index] : nullptr;
}

void EncodedClock::tell(Strand strand, Tick tick) {
  if (!isOriginal_) toldOf(strand).ticks.push_back(tick);
}

mpz_class EncodedClock::factorOf(const Moment &event) {
  if (isOriginal_) return powerOf(event.strand, event.tick);
  Told &told = toldOf(event.strand);
  const auto place = std::ranges::lower_bound(told.ticks, event.tick);
  const auto exponent = static_cast<std::size_t>(place - told.ticks.begin()) + kFirstTold;
  if (place == told.ticks.end())
    told.ticks.push_back(event.tick);
  else if (*place != event.tick) {
    const auto [other, isNew] = told.others.try_emplace(event.tick);
    if (isNew) mpz_nextprime(lastOther_.get_mpz_t(), lastOther_.get_mpz_t());
    if (isNew) other->second = lastOther_;
    return other->second;
  }
  return powerOf(event.strand, exponent);
}

KnowledgePtr EncodedClock::join(const KnowledgePtr &before, std::span<const Stamp> events) {
  std::set<const Knowledge *> different;
  if (before) different.insert(before.get());
  std::vector<mpz_class> factors;
  for (const Stamp &event : events) {
    if (event.known) different.insert(event.known.get());
    factors.push_back(factorOf(event));
  }
  std::vector<mpz_class> numbers;
  for (const Knowledge *knowledge : different) numbers.push_back(numberOf(*knowledge));
  return made(lcm(leastCommonMultiple(std::move(numbers)), leastCommonMultiple(std::move(factors))));
}

KnowledgePtr EncodedClock::join(const KnowledgePtr &a, const KnowledgePtr &b) {
  if (!a || a == b) return b;
  if (!b) return a;
  return made(lcm(numberOf(*a), numberOf(*b)));
}

bool EncodedClock::knows(const Knowledge &knowledge, Strand strand, Tick tick) const {
  const mpz_class &number = numberOf(knowledge);
  if (isOriginal_) return divides(powerOf(strand, tick), number);
  const Told *told = findTold(strand);
  if (told == nullptr) return false;
  const auto place = std::ranges::lower_bound(told->ticks, tick);
  const auto exponent = static_cast<std::size_t>(place - told->ticks.begin()) + kFirstTold;
  if (place != told->ticks.end() && divides(powerOf(strand, exponent), number)) return true;
  return std::any_of(told->others.lower_bound(tick), told->others.end(),
                     [&](const auto &other) { return divides(other.second, number); });
}

Tick EncodedClock::lastKnown(const mpz_class &number, Strand strand) const {
  mpz_class rest;
  const mpz_class prime = primeOf(strand);
  const auto exponent = mpz_remove(rest.get_mpz_t(), number.get_mpz_t(), prime.get_mpz_t());
  if (isOriginal_) return exponent;
  const Told *told = findTold(strand);
  Tick last = exponent < kFirstTold ? 0 : told->ticks[exponent - kFirstTold];
  if (told != nullptr)
    for (const auto &[tick, other] : told->others)
      if (tick > last && divides(other, number)) last = tick;
  return last;
}

std::vector<Tick> EncodedClock::common(std::span<const Shared> all, std::size_t strands) const {
  std::vector<Tick> common(strands, std::numeric_limits<Tick>::max());
  for (const auto &[knowledge, owner] : all)
    for (std::size_t i = 0; i < strands; ++i) {
      const auto strand = static_cast<Strand>(i);
      if (owner == strand || common[i] == 0) continue;
      common[i] = knowledge == nullptr ? 0 : std::min(common[i], lastKnown(numberOf(*knowledge), strand));
    }
  return common;
}

mpz_class EncodedClock::timeOf(const Stamp &event) {
  std::size_t exponent = event.tick;
  if (!isOriginal_) {
    const std::vector<Tick> &ticks = toldOf(event.strand).ticks;
    exponent = static_cast<std::size_t>(std::ranges::upper_bound(ticks, event.tick) - ticks.begin()) + kFirstTold - 1;
  }
  const mpz_class known = event.known ? numberOf(*event.known) : mpz_class(1);
  return lcm(known, powerOf(event.strand, exponent));
}

namespace {

const struct Registration {
  Registration() {
    registerEncodedClock(
        [](bool isOriginal) -> std::unique_ptr<Clock> { return std::make_unique<EncodedClock>(isOriginal); });
  }
} kRegistration;

}  // namespace

}  // namespace lockstep::engine
