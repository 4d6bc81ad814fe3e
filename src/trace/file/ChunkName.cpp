#include "trace/file/ChunkName.h"

namespace lockstep::trace {
namespace {

bool dropSuffix(std::string_view &name, std::string_view suffix) {
  if (!name.ends_with(suffix)) return false;
  name.remove_suffix(suffix.size());
  return true;
}

template <class Number>
bool takeNumber(std::string_view &text, Number &number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool takeDash(std::string_view &text) {
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<ChunkPlace> parseChunkName(std::string_view name) {
  ChunkPlace place;
  place.compressed = dropSuffix(name, kCompressedSuffix);
  if (!dropSuffix(name, kChunkSuffix)) return std::nullopt;
  const bool whole = takeNumber(name, place.node, 16) && takeDash(name) && takeNumber(name, place.pid) &&
                     takeDash(name) && takeNumber(name, place.thread) && takeDash(name) &&
                     takeNumber(name, place.index) && name.empty();
  if (!whole) return std::nullopt;
  return place;
}

std::optional<ChunkPlace> parseBeginningName(std::string_view name) {
  ChunkPlace place;
  if (!dropSuffix(name, kBeginningSuffix)) return std::nullopt;
  const bool whole = takeNumber(name, place.node, 16) && takeDash(name) && takeNumber(name, place.pid) && name.empty();
  if (!whole) return std::nullopt;
  return place;
}

}  // namespace lockstep::trace
