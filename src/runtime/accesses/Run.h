// Accesses of one site and kind at regular distances, and how bits and single accesses become such runs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "runtime/watch/Watch.h"

namespace lockstep::runtime {

/// The kind of an access, for accesses without values.
enum class AccessMode : std::uint8_t { Load, Store, Poll };

/// `count` accesses, `stride` bytes apart.
struct Run {
  std::uintptr_t site = 0;  // return address
  std::uintptr_t address = 0;
  std::uint64_t stride = 0;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  AccessMode touch{};

  Span span() const { return {address, address + stride * (count - 1) + bytes}; }
  friend bool operator==(const Run &, const Run &) = default;
};

inline constexpr std::size_t kBlockWords = 8;  // of bits: a cache line

/// Whether the bits would take far more room as runs. A pattern repeats after the distance of its first two runs;
/// otherwise something else begins.
inline bool hasNoPattern(const std::uint64_t (&words)[kBlockWords]) {
  constexpr int kFewRuns = 2;
  constexpr int kManyBreaks = 24;
  int breaks = 0;
  for (const std::uint64_t word : words) {
    const std::uint64_t starts = word & ~(word << 1);
    if (std::popcount(starts) <= kFewRuns) continue;
    const int first = std::countr_zero(starts);
    const int distance = std::countr_zero(starts & (starts - 1)) - first;
    const std::uint64_t bits = word >> first;
    breaks += std::popcount((bits ^ bits >> distance) << distance);
  }
  return breaks >= kManyBreaks;
}

/// Turns accesses into runs, each as long as the next access is higher and continues its stride.
template <class Take>
class RunBuilder {
 public:
  explicit RunBuilder(const Take &take) : take_(take) {}
  ~RunBuilder() { end(); }
  RunBuilder(const RunBuilder &) = delete;
  RunBuilder &operator=(const RunBuilder &) = delete;

  /// `count` places side by side, `first.stride` apart.
  void add(const Run &first, std::uintptr_t address, std::uint64_t count) {
    const bool isAlike = run_.count > 0 && run_.site == first.site && run_.touch == first.touch &&
                         run_.bytes == first.bytes && run_.address < address;
    const std::uint64_t step = address - run_.address - run_.stride * (run_.count - 1);
    if (isAlike && (count == 1 || step == first.stride) && (run_.count == 1 || step == run_.stride)) {
      run_.stride = step;
      run_.count += count;
      return;
    }
    end();
    run_ = {first.site, address, first.stride, count, first.bytes, first.touch};
  }

  /// A bit for each of 64 adjacent places; `first` is the access at the first one.
  void addBits(const Run &first, std::uint64_t bits) {
    for (std::uintptr_t address = first.address; bits != 0;) {
      const auto gap = static_cast<unsigned>(__builtin_ctzll(bits));
      const std::uint64_t rest = ~(bits >> gap);
      const unsigned length = rest == 0 ? 64 : static_cast<unsigned>(__builtin_ctzll(rest));
      address += gap * first.stride;
      add(first, address, length);
      address += length * first.stride;
      bits = gap + length < 64 ? bits >> (gap + length) : 0;
    }
  }

  /// The words of a block of places, `first` as above. Irregular bits are passed on unchanged.
  void addBlock(Run first, const std::uint64_t (&words)[kBlockWords]) {
    if (hasNoPattern(words)) {
      end();
      return take_(first, words);
    }
    for (const std::uint64_t word : words) {
      addBits(first, word);
      first.address += 64 * first.stride;
    }
  }

  void end() {
    if (run_.count > 0) take_(withoutOverlap(run_));
    run_.count = 0;
  }

 private:
  /// Accesses that overlap each other are all the bytes from the first to the last.
  static Run withoutOverlap(Run run) {
    if (run.stride >= run.bytes) return run;
    const std::uint64_t bytes = run.bytes + run.stride * (run.count - 1);
    return {run.site, run.address, bytes, 1, bytes, run.touch};
  }

  const Take &take_;
  Run run_{};
};

}  // namespace lockstep::runtime
