#include "cli/base/Gzip.h"

#include <zlib.h>

#include <algorithm>

#include "cli/Command.h"

namespace lockstep::cli {

namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest, with the head of a gzip file
constexpr int kMemory = 8;
constexpr std::size_t kPart = 1U << 20;

}  // namespace

std::string gzipped(const std::string &text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw internalError("no memory to compress the report");
  std::string packed;
  std::size_t done = 0;
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    const std::size_t part = std::min(text.size() - done, kPart);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data() + done));
    stream.avail_in = static_cast<uInt>(part);
    const std::size_t before = packed.size();
    packed.resize(before + kPart);
    stream.next_out = reinterpret_cast<Bytef *>(packed.data() + before);
    stream.avail_out = static_cast<uInt>(kPart);
    state = deflate(&stream, done + part == text.size() ? Z_FINISH : Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) throw internalError("zlib cannot compress the report");
    packed.resize(packed.size() - stream.avail_out);
    done += part - stream.avail_in;
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace lockstep::cli
