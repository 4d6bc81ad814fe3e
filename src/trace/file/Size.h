// A number of bytes as people write it: 4096, 512K, 64M, 2G.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace lockstep::trace {

/// Range of limits: at least some chunks, at most a number that any program can represent.
inline constexpr std::uint64_t kLeastLimit = 1U << 18;
inline constexpr std::uint64_t kMostLimit = std::uint64_t{1} << 60;

/// Nothing if it is no number, or too large.
inline std::optional<std::uint64_t> parseSize(std::string_view text) {
  std::uint64_t number = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || end - stop > 1) return std::nullopt;
  if (stop == end) return number;
  constexpr std::string_view kUnits = "KMGTkmgt";
  const std::size_t unit = kUnits.find(*stop);
  if (unit == std::string_view::npos) return std::nullopt;
  const unsigned shift = 10 * (static_cast<unsigned>(unit % 4) + 1);
  if (number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return number << shift;
}

}  // namespace lockstep::trace
