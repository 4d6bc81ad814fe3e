#include "trace/file/Stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trace/RecordCheck.h"

namespace lockstep::trace {
namespace {

/// A process without a live reader compresses its chunks meanwhile.
tl::expected<Chunk, Damage> openChunk(ChunkPlace place, std::filesystem::path file) {
  auto chunk = Chunk::open(file, place);
  std::error_code ignored;
  if (chunk || place.compressed || std::filesystem::exists(file, ignored)) return chunk;
  place.compressed = true;
  file += kCompressedSuffix;
  return std::filesystem::exists(file, ignored) ? Chunk::open(file, place) : std::move(chunk);
}

}  // namespace

void Stream::found(const ChunkPlace &place, const std::filesystem::path &file) {
  if (ended_ || place.index < nextIndex_) return;
  const auto [entry, isNew] = files_.try_emplace(place.index, Found{place, file});
  const bool isOriginal = !isNew && entry->second.place.compressed && !place.compressed;
  if (isOriginal) entry->second = Found{place, file};
}

const RecordHeader *Stream::next(Until until) {
  while (head_ == nullptr && !ended_) {
    if (!chunk_ && !openNext(until)) break;
    if (offset_ == limit_ && !refresh(until)) break;
    if (chunk_ && offset_ < limit_ && checkHead()) head_ = &chunk_->recordAt(offset_);
  }
  return head_;
}

void Stream::pop() {
  lastSequence_ = head_->sequence;
  offset_ += head_->words * std::uint64_t{8};
  head_ = nullptr;
}

double Stream::read() const {
  const double before = nextIndex_ - firstIndex_;
  return chunk_ && limit_ != 0 ? before - 1 + static_cast<double>(offset_) / static_cast<double>(limit_) : before;
}

void Stream::wantIfSilent() {
  if (chunk_ && head_ == nullptr && lastSequence_ && lastLook_ == lastSequence_) chunk_->want();
  lastLook_ = lastSequence_;
}

void Stream::end(Damage damage) {
  damage_->push_back(std::move(damage));
  head_ = nullptr;
  ended_ = true;
  if (chunk_) leaveChunk(true);
}

void Stream::endAtHead(const char *what) {
  end(chunk_->damageAt(offset_, fmt::format("{}: {}", nameOf(head_->kind), what)));
}

/// A hole in the numbering is damage only at the end: a directory that changes while it is read may show a chunk and
/// not the one before.
bool Stream::openNext(Until until) {
  const auto next = files_.begin();
  if (next == files_.end()) {
    ended_ = until == Until::TheEnd;
    return false;
  }
  if (mayBeginLate_ && nextIndex_ == 0 && until == Until::TheEnd) firstIndex_ = nextIndex_ = next->first;
  if (next->first != nextIndex_) {
    if (until == Until::TheEnd)
      end({next->second.file, 0, fmt::format("the chunk before it is missing (number {})", nextIndex_)});
    return false;
  }
  const Found found = std::move(next->second);
  files_.erase(next);
  ++nextIndex_;
  auto chunk = openChunk(found.place, found.file);
  if (!chunk) {
    end(std::move(chunk.error()));
    return false;
  }
  chunk_ = std::move(*chunk);
  offset_ = limit_ = chunk_->firstRecord();
  return true;
}

/// At the end of the known part: looks for additions, or leaves the chunk. False if there is nothing to do for now.
bool Stream::refresh(Until until) {
  const Seal seal = chunk_->seal();
  const std::uint64_t committed = chunk_->committed();
  if (committed < offset_ || committed > kMaxChunkBytes || committed % 8 != 0) {
    end(chunk_->damageAt(offsetof(ChunkHeader, committed), fmt::format("impossible committed size {}", committed)));
    return false;
  }
  limit_ = std::min<std::uint64_t>(committed, chunk_->bytes().size() & ~std::uint64_t{7});
  limit_ = std::max(limit_, offset_);
  if (offset_ < limit_) return true;

  if (chunk_->damageAtEnd()) {
    end(*chunk_->damageAtEnd());
    return false;
  }
  if (committed > limit_) {
    end(chunk_->damageAt(offsetof(ChunkHeader, committed),
                         fmt::format("more is committed ({}) than there is", committed)));
    return false;
  }
  if (seal == Seal::Stopped) {
    end(chunk_->damageAt(committed, "recording stopped here for lack of space; what the thread did then is unknown"));
    return false;
  }
  if (seal == Seal::Open && until == Until::Now) return false;
  ended_ = seal == Seal::Ended;
  leaveChunk(false);
  return !ended_;
}

bool Stream::checkHead() {
  const RecordHeader &record = chunk_->recordAt(offset_);
  const std::uint64_t available = limit_ - offset_;
  const char *flaw = findFlaw(record, available);
  if (flaw == nullptr && lastSequence_ && record.sequence <= *lastSequence_) flaw = "its sequence number goes back";
  if (flaw == nullptr) return true;
  if (chunk_->damageAtEnd() && record.words * std::uint64_t{8} > available)
    end(*chunk_->damageAtEnd());
  else
    end(chunk_->damageAt(offset_,
                         fmt::format("{}: {}", available < sizeof record ? "record" : nameOf(record.kind), flaw)));
  return false;
}

void Stream::leaveChunk(bool damaged) {
  keeper_->dispose(*chunk_, lastSequence_.value_or(0), damaged);
  chunk_.reset();
  offset_ = limit_ = 0;
}

}  // namespace lockstep::trace
