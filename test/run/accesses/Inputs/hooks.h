// The hooks, for programs that call them by hand.
#include <stdint.h>

void lockstepLoad(const void *address, uint64_t bytes);
void lockstepStore(const void *address, uint64_t bytes);
void lockstepPoll(const void *address, uint64_t bytes);
void lockstepLoads(const void *address, uint64_t bytes, int64_t stride, uint64_t count);
void lockstepStores(const void *address, uint64_t bytes, int64_t stride, uint64_t count);
void lockstepLoadRows(const void *address, uint64_t bytes, int64_t stride, uint64_t count, int64_t rowStride,
                      uint64_t rowCount);
void lockstepStoreRows(const void *address, uint64_t bytes, int64_t stride, uint64_t count, int64_t rowStride,
                       uint64_t rowCount);
struct places {
  uintptr_t begin;
  uint64_t count;
  uint8_t *touched;
};
void lockstepLoadPlace(const void *address, uint64_t bytes, uint64_t coming, struct places *places);
void lockstepStorePlace(const void *address, uint64_t bytes, uint64_t coming, struct places *places);

extern unsigned char lockstepWatched[1 << 24];
static inline int isMarked(const void *address) { return lockstepWatched[((uintptr_t)address >> 12) & 0xffffff]; }

void lockstepAtomicLoad(const void *address, uint64_t bytes, uint64_t order, uint64_t value);
void lockstepAtomicStore(const void *address, uint64_t bytes, uint64_t order, uint64_t value);
void lockstepReleasing(const void *address, uint64_t bytes, uint64_t order);
void lockstepAtomicUpdate(const void *address, uint64_t bytes, uint64_t order, uint64_t before, uint64_t after);
void lockstepFence(uint64_t order);
