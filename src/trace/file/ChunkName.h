// The name of a chunk file: <node, 16 hex digits>-<pid>-<thread>-<index>.chunk, followed by .zst if compressed. Written
// by the recorder without heap and stdio, parsed by the reader. A chunk that is being created has a dot before its
// name.
//
// The file that says where the records of a process begin, after chunks of it were dropped: <node>-<pid>.from. It
// contains the first sequence number after which no record is missing, in decimal.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::trace {

inline constexpr std::string_view kChunkSuffix = ".chunk";
inline constexpr std::string_view kCompressedSuffix = ".zst";
inline constexpr std::string_view kBeginningSuffix = ".from";

/// In a trace with a limit every thread has a second stream, with this bit in its number: definitions, which are never
/// dropped.
inline constexpr std::uint32_t kDefinitionsBit = 1U << 31;

/// Writes `number` and a NUL; returns where the NUL is.
inline char *appendDecimal(char *to, std::uint32_t number) {
  char *end = std::to_chars(to, to + 10, number).ptr;
  *end = '\0';
  return end;
}

inline char *appendNode(char *to, std::uint64_t node) {
  for (int shift = 60; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[(node >> shift) & 0xf];
  return to;
}

class ChunkName {
 public:
  ChunkName(std::uint64_t node, std::uint32_t pid, std::uint32_t thread, std::uint32_t index) {
    char *to = text_;
    *to++ = '.';
    to = appendNode(to, node);
    for (const std::uint32_t number : {pid, thread, index}) {
      *to++ = '-';
      to = appendDecimal(to, number);
    }
    for (const char letter : kChunkSuffix) *to++ = letter;
    *to = '\0';
  }

  const char *text() const { return text_ + 1; }
  const char *temporary() const { return text_; }

 private:
  char text_[64];
};

class BeginningName {
 public:
  BeginningName(std::uint64_t node, std::uint32_t pid) {
    char *to = text_;
    *to++ = '.';
    to = appendNode(to, node);
    *to++ = '-';
    to = appendDecimal(to, pid);
    for (const char letter : kBeginningSuffix) *to++ = letter;
    *to = '\0';
  }

  const char *text() const { return text_ + 1; }
  const char *temporary() const { return text_; }

 private:
  char text_[40];
};

/// A chunk as identified by its file name.
struct ChunkPlace {
  std::uint64_t node = 0;
  std::uint32_t pid = 0;
  std::uint32_t thread = 0;
  std::uint32_t index = 0;
  bool compressed = false;
};

/// Nothing when `name` is not that of a finished chunk file.
std::optional<ChunkPlace> parseChunkName(std::string_view name);

/// The process of such a file, as a place without thread; nothing if it is not such a file.
std::optional<ChunkPlace> parseBeginningName(std::string_view name);

}  // namespace lockstep::trace
