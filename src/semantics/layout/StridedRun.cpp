#include "semantics/layout/StridedRun.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep::semantics {
namespace {

__extension__ using Wide = __int128;

constexpr std::uint64_t kFewPieces = 16;  // few enough to try one by one, which is faster

/// With its lowest piece first.
StridedRun ascending(StridedRun run) {
  if (run.count == 1) run.stride = 0;
  if (run.stride >= 0) return run;
  run.offset = moved(run.offset, run.count - 1, run.stride);
  run.stride = -run.stride;
  return run;
}

bool isShort(Wide value) { return value == static_cast<std::int64_t>(value); }

/// Floor division; `b` is positive. Wide division is slow.
Wide floorDivided(Wide a, std::int64_t b) {
  if (!isShort(a)) return a / b - (a % b < 0 ? 1 : 0);
  const auto value = static_cast<std::int64_t>(a);
  return value / b - (value % b < 0 ? 1 : 0);
}

/// Ceiling division of non-negative numbers.
Wide ceilDivided(Wide a, Wide b) { return (a + b - 1) / b; }

Wide remainder(Wide a, Wide b) {
  const Wide rest = a % b;
  return rest < 0 ? rest + b : rest;
}

/// Whether some k in [`low`, `high`] has `first` < base + k * step < `end`; `step` is positive.
bool hits(Wide base, std::int64_t step, Wide low, Wide high, Wide first, Wide end) {
  const Wide k = std::max(low, floorDivided(first - base, step) + 1);
  return k <= high && base + k * step < end;
}

/// Whether a piece at `offset`, `length` bytes long, overlaps a piece of the run.
bool meets(Wide offset, std::uint64_t length, const StridedRun &run) {
  const Wide base = Wide{run.offset} - offset;
  const Wide first = -Wide{run.length};
  if (run.stride == 0) return first < base && base < Wide{length};
  return hits(base, run.stride, 0, Wide{run.count} - 1, first, length);
}

/// The least k >= 0 with `low` <= k * step mod `modulus` <= `high`, where 0 <= `low` <= `high` < `modulus`.
std::optional<Wide> firstWithin(Wide step, Wide modulus, Wide low, Wide high) {
  if (low == 0) return 0;
  step %= modulus;
  if (step == 0) return std::nullopt;
  if (2 * step > modulus) return firstWithin(modulus - step, modulus, modulus - high, modulus - low);
  const Wide direct = ceilDivided(low, step);
  if (direct * step <= high) return direct;
  // No multiple is in the range before the first wrap-around: find the number of wrap-arounds after which one is.
  const auto rounds = firstWithin(remainder(-modulus, step), step, low % step, high % step);
  if (!rounds) return std::nullopt;
  return ceilDivided(low + modulus * *rounds, step);
}

/// Both have more than one piece and a stride. A piece of `a` that begins within `b` overlaps the previous or the next
/// piece of `b`, depending on its distance modulo the stride of `b`. Pieces that begin outside are compared with the
/// ends of `b`.
bool meetSomewhere(const StridedRun &a, const StridedRun &b) {
  const Wide lastOfB = Wide{b.offset} + (Wide{b.count} - 1) * b.stride;
  if (meets(b.offset, b.length, a) || meets(lastOfB, b.length, a)) return true;
  const Wide from = std::max(Wide{0}, floorDivided(Wide{b.offset} - a.offset - 1, a.stride) + 1);
  const Wide to = std::min(Wide{a.count} - 1, floorDivided(lastOfB - a.offset, a.stride));
  const Wide reach = Wide{a.length} + b.length - 1;  // number of remainders that imply a common byte
  if (from > to || reach <= 0) return false;
  if (reach >= b.stride) return true;
  // The distance of the first piece, shifted so that the relevant remainders begin at 0.
  const Wide start = remainder(Wide{a.offset} + from * a.stride - b.offset + Wide{a.length} - 1, b.stride);
  const Wide low = remainder(-start, b.stride);
  const Wide high = low + reach - 1;
  if (high >= b.stride) return true;  // wraps around 0: the first piece
  const auto first = firstWithin(a.stride, b.stride, low, high);
  return first && *first <= to - from;
}

}  // namespace

StridedRun normalized(StridedRun run) {
  if (run.count <= 1 || run.stride == 0) return {run.offset, run.length, 0, 1};
  if (run.stride < 0) {
    run.offset = moved(run.offset, run.count - 1, run.stride);
    run.stride = moved(0, UINT64_MAX, run.stride);
  }
  if (static_cast<std::uint64_t>(run.stride) > run.length) return run;
  return {run.offset, (run.count - 1) * static_cast<std::uint64_t>(run.stride) + run.length, 0, 1};
}

bool overlap(const StridedRun &first, const StridedRun &second) {
  StridedRun a = ascending(first);
  StridedRun b = ascending(second);
  if (a.length == 0 || b.length == 0 || a.count == 0 || b.count == 0) return false;
  if (a.stride != 0 && a.stride == b.stride)
    return hits(Wide{b.offset} - a.offset, a.stride, 1 - Wide{a.count}, Wide{b.count} - 1, -Wide{b.length}, a.length);
  if (a.count > b.count) std::swap(a, b);
  if (a.stride == 0 || b.stride == 0)
    return a.stride == 0 ? meets(a.offset, a.length, b) : meets(b.offset, b.length, a);
  if (a.count > kFewPieces) return meetSomewhere(a, b);
  for (std::uint64_t i = 0; i < a.count; ++i)
    if (meets(moved(a.offset, i, a.stride), a.length, b)) return true;
  return false;
}

}  // namespace lockstep::semantics
