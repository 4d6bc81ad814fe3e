#include "engine/objects/Types.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "semantics/arguments/MemoryArguments.h"
#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedType;
using mpi::PredefinedTypeInfo;
using mpi::TypeCategory;
using semantics::addRuns;
using semantics::extentOf;
using semantics::infoOf;
using semantics::TypeBlock;

constexpr std::uint64_t kMostRuns = 1U << 16;   // of a pattern
constexpr std::uint64_t kMostSteps = 1U << 20;  // of a comparison; beyond, the rest counts as equal
constexpr std::size_t kMostBlocks = 4096;       // with their basic types; KnownMemory.cpp needs no more
constexpr std::size_t kMostRunsShown = 4;

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

bool isPair(const PredefinedTypeInfo &type) { return type.category == TypeCategory::Pair; }

// Signatures.

void add(std::vector<BasicRun> &pattern, PredefinedType basic, std::uint64_t count) {
  if (!pattern.empty() && pattern.back().basic == basic)
    pattern.back().count += count;
  else
    pattern.push_back({basic, count});
}

/// False if the pattern becomes too long.
bool add(std::vector<BasicRun> &pattern, const PredefinedTypeInfo &type, std::uint64_t values) {
  if (!isPair(type)) {
    add(pattern, type.type, values);
  } else if (type.first == type.second) {
    add(pattern, type.first, 2 * values);
  } else {
    if (values > kMostRuns) return false;
    for (std::uint64_t i = 0; i < values; ++i) {
      add(pattern, type.first, 1);
      add(pattern, type.second, 1);
    }
  }
  return pattern.size() <= kMostRuns;
}

std::uint64_t bytesOf(std::span<const BasicRun> pattern) {
  std::uint64_t bytes = 0;
  for (const BasicRun &run : pattern) bytes += run.count * infoOf(run.basic).bytes;
  return bytes;
}

/// A single run is represented as one value, repeated.
void normalize(Datatype &type) {
  if (type.pattern.size() != 1) return;
  type.repeats = product(type.repeats, type.pattern.front().count);
  type.pattern.front().count = 1;
}

struct Piece {
  const PredefinedTypeInfo *type = nullptr;
  std::uint64_t values = 0;
};

void setSignature(Datatype &type, std::span<const Piece> pieces) {
  const bool isUniform =
      std::ranges::all_of(pieces, [&](const Piece &piece) { return piece.type == pieces.front().type; });
  if (!pieces.empty() && isUniform) {
    add(type.pattern, *pieces.front().type, 1);
    type.repeats = 0;
    for (const Piece &piece : pieces) type.repeats += piece.values;
  } else {
    type.isComplete =
        std::ranges::all_of(pieces, [&](const Piece &piece) { return add(type.pattern, *piece.type, piece.values); });
  }
  if (!type.isComplete) type.pattern.clear();
  normalize(type);
}

void setMap(Datatype &type, std::span<const TypeBlock> blocks) {
  std::vector<Piece> pieces;
  for (const TypeBlock &block : blocks) {
    if (block.basic == PredefinedType::None || !addRuns(type.layout, block)) {
      type.isComplete = false;
      return;
    }
    const PredefinedTypeInfo &basic = infoOf(block.basic);
    const std::uint64_t values = std::uint64_t{block.count} * block.elements;
    if (values > 0 && basic.bytes > 0) pieces.push_back({&basic, values});
  }
  setSignature(type, pieces);
  const auto kept = blocks.first(std::min(blocks.size(), kMostBlocks));
  type.blocks.assign(kept.begin(), kept.end());
  if (type.isComplete) type.size = product(type.repeats, bytesOf(type.pattern));
}

Datatype predefined(const PredefinedTypeInfo &info) {
  Datatype type;
  type.name = info.name;
  type.extent = static_cast<std::int64_t>(extentOf(info));
  const TypeBlock block{.basic = info.type};
  setMap(type, {&block, 1});
  return type;
}

/// By number; none if no type has it.
const std::vector<std::optional<Datatype>> &predefinedTypes() {
  static const std::vector<std::optional<Datatype>> kTypes = [] {
    std::vector<std::optional<Datatype>> types;
    for (const PredefinedTypeInfo &info : mpi::predefinedTypes()) {
      const auto number = static_cast<std::size_t>(info.type);
      if (number >= types.size()) types.resize(number + 1);
      types[number] = predefined(info);
    }
    return types;
  }();
  return kTypes;
}

// Comparison.

/// Iterates over a signature by bytes, run by run.
class Cursor {
 public:
  explicit Cursor(Elements elements) : type_(*elements.type), bytesLeft_(bytesOf(elements)) { enterRun(); }

  bool isAtEnd() const { return bytesLeft_ == 0; }
  /// At the start of a repetition of the pattern.
  bool isAtBeginning() const { return run_ == 0 && left_ == runBytes(); }
  PredefinedType basic() const { return type_.pattern[run_].basic; }
  std::uint64_t left() const { return left_; }
  /// Number of values before the cursor.
  std::uint64_t element() const { return before_ + (runBytes() - left_) / infoOf(basic()).bytes; }

  void advance(std::uint64_t bytes) {
    left_ -= bytes;
    bytesLeft_ -= std::min(bytes, bytesLeft_);
    if (left_ > 0) return;
    before_ += type_.pattern[run_].count;
    run_ = (run_ + 1) % type_.pattern.size();
    enterRun();
  }

 private:
  std::uint64_t runBytes() const { return type_.pattern[run_].count * infoOf(basic()).bytes; }
  void enterRun() {
    if (!type_.pattern.empty()) left_ = runBytes();
  }

  const Datatype &type_;
  std::uint64_t bytesLeft_;
  std::size_t run_ = 0;
  std::uint64_t left_ = 0;    // bytes of the run
  std::uint64_t before_ = 0;  // values before the run
};

std::optional<TypeDifference> firstDifference(Cursor first, Cursor second) {
  std::optional<TypeDifference> soft;
  for (std::uint64_t step = 0; step < kMostSteps && !first.isAtEnd() && !second.isAtEnd(); ++step) {
    if (step > 0 && first.isAtBeginning() && second.isAtBeginning()) break;
    const PredefinedType a = first.basic();
    const PredefinedType b = second.basic();
    if (a != b) {
      const TypeDifference difference{first.element(), a, b, mpi::meansTheSame(a, b)};
      if (!difference.isSoft) return difference;
      if (!soft) soft = difference;
    }
    const std::uint64_t bytes = std::min(first.left(), second.left());
    first.advance(bytes);
    second.advance(bytes);
  }
  return soft;
}

bool isPacked(const Datatype &type) {
  return std::ranges::any_of(type.pattern, [](const BasicRun &run) { return run.basic == PredefinedType::Packed; });
}

/// The basic types in order, without the memory layout.
std::string describeSignature(Elements elements) {
  const auto &[count, type] = elements;
  if (!type->name.empty()) return fmt::format("{} x {}", count, type->name);
  if (!type->isComplete) return fmt::format("{} x a derived type of {} bytes", count, type->size);
  if (type->pattern.empty()) return fmt::format("{} x an empty derived type", count);
  if (type->pattern.size() == 1)
    return fmt::format("{} x a derived type of {} x {}", count, type->repeats,
                       infoOf(type->pattern.front().basic).name);
  std::string runs;
  for (const BasicRun &run : std::span(type->pattern).first(std::min(type->pattern.size(), kMostRunsShown)))
    runs += fmt::format("{}{} x {}", runs.empty() ? "" : ", ", run.count, infoOf(run.basic).name);
  if (type->pattern.size() > kMostRunsShown) runs += ", ...";
  const std::string repeated = type->repeats > 1 ? fmt::format("{} x ", type->repeats) : "";
  return fmt::format("{} x a derived type of {}({})", count, repeated, runs);
}

/// Whether the next element does not begin where the data of this one would end if it were contiguous.
bool hasOwnExtent(const Datatype &type) {
  return type.name.empty() && type.size > 0 && type.extent != static_cast<std::int64_t>(type.size);
}

}  // namespace

void Types::define(const trace::Type &record) {
  const auto id = static_cast<std::int64_t>(record.id);
  std::vector<TypeBlock> &all = incomplete_[id];
  for (const trace::TypeBlock &block : trace::blocks(record)) {
    const PredefinedTypeInfo *basic = mpi::predefinedType(block.basic);
    all.push_back({block.displacement, block.stride, block.count, block.elements,
                   basic != nullptr ? basic->type : PredefinedType::None});
  }
  if (record.more != 0) return;
  Datatype type;
  type.lowerBound = record.lowerBound;
  type.extent = record.extent;
  type.size = record.size;                             // replaced below if there are blocks
  type.isComplete = !all.empty() || record.size == 0;  // otherwise its type map was too long to record
  if (type.isComplete) setMap(type, all);
  incomplete_.erase(id);
  known_.insert_or_assign(id, std::make_shared<const Datatype>(std::move(type)));
}

const Datatype *predefinedType(std::int64_t handle) {
  const auto &types = predefinedTypes();
  const auto number = static_cast<std::size_t>(handle);
  return number < types.size() && types[number] ? &*types[number] : nullptr;
}

const Datatype *Types::find(std::int64_t handle) const {
  if (const Datatype *type = predefinedType(handle)) return type;
  const auto found = known_.find(handle);
  return found == known_.end() ? nullptr : found->second.get();
}

DatatypePtr Types::findDerived(std::int64_t handle) const {
  const auto found = known_.find(handle);
  return found == known_.end() ? nullptr : found->second;
}

std::uint64_t bytesOf(Elements elements) { return product(elements.count, elements.type->size); }

std::string describeExtent(const Datatype &type) {
  if (!hasOwnExtent(type)) return {};
  return semantics::describeExtent(type.size, type.extent);
}

std::string describe(Elements elements) {
  const std::string text = describeSignature(elements);
  const Datatype &type = *elements.type;
  if (!hasOwnExtent(type)) return text;
  return fmt::format("{} (size {}, extent {})", text, type.size, type.extent);
}

Comparison compare(Elements first, Elements second) {
  const auto amount = bytesOf(first) <=> bytesOf(second);
  if (first.type == second.type) return {amount, {}};
  if (isPacked(*first.type) || isPacked(*second.type)) return {};
  Comparison result{amount, {}};
  if (first.type->isComplete && second.type->isComplete)
    result.difference = firstDifference(Cursor(first), Cursor(second));
  return result;
}

}  // namespace lockstep::engine
