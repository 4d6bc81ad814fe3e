// Serves the calls of gcc and gfortran with -fsanitize=thread: the same accesses under other names. Only the check of
// the watch table is here, so that an access to memory that is not watched costs a call inside the program; otherwise
// it jumps to our own hook, which keeps the return address.
#include "runtime/hooks/Inner.h"

using namespace lockstep::runtime;

// rdi is the address. LOOK: jumps to label 1 if its page, or that of the byte `last` after it, is watched.
#define LOOK(last)                              \
  "leaq " #last                                 \
  "(%rdi), %rax\n"                              \
  "shrq $12, %rax\n"                            \
  "andl $0xffffff, %eax\n"                      \
  "movq lockstepWatched@GOTPCREL(%rip), %rcx\n" \
  "cmpb $0, (%rcx,%rax)\n"                      \
  "jne 1f\n"
static_assert(kPageBits == 12 && kTableBits == 24);

#define ACCESS(name, looks, hook, bytes) \
  asm(".pushsection .text\n"             \
      ".globl " name "\n.type " name     \
      ", @function\n"                    \
      ".balign 16\n" name ":\n" looks    \
      "ret\n"                            \
      "1:\n"                             \
      "movl $" #bytes                    \
      ", %esi\n"                         \
      "jmp " hook                        \
      "@PLT\n"                           \
      ".size " name ", .-" name          \
      "\n"                               \
      ".popsection\n");

// gcc aligns everything that it does not call unaligned, so one lookup suffices.
#define ALIGNED(bytes)                                                  \
  ACCESS("__tsan_read" #bytes, LOOK(0), "lockstepLoad", bytes)          \
  ACCESS("__tsan_write" #bytes, LOOK(0), "lockstepStore", bytes)        \
  ACCESS("__tsan_volatile_read" #bytes, LOOK(0), "lockstepLoad", bytes) \
  ACCESS("__tsan_volatile_write" #bytes, LOOK(0), "lockstepStore", bytes)
#define UNALIGNED(bytes, last)                                                               \
  ACCESS("__tsan_unaligned_read" #bytes, LOOK(0) LOOK(last), "lockstepLoad", bytes)          \
  ACCESS("__tsan_unaligned_write" #bytes, LOOK(0) LOOK(last), "lockstepStore", bytes)        \
  ACCESS("__tsan_unaligned_volatile_read" #bytes, LOOK(0) LOOK(last), "lockstepLoad", bytes) \
  ACCESS("__tsan_unaligned_volatile_write" #bytes, LOOK(0) LOOK(last), "lockstepStore", bytes)

ALIGNED(1)
ALIGNED(2)
ALIGNED(4)
ALIGNED(8)
ALIGNED(16)
UNALIGNED(2, 1)
UNALIGNED(4, 3)
UNALIGNED(8, 7)
UNALIGNED(16, 15)
// Of an object that gets its class.
ACCESS("__tsan_vptr_update", LOOK(0), "lockstepStore", 8)
ACCESS("__tsan_vptr_read", LOOK(0), "lockstepLoad", 8)

extern "C" {

void __tsan_read_range(hook::Address address, hook::Bytes bytes) {
  if (!isAnyWatched(address, bytes)) return;
  [[clang::musttail]] return hook::lockstepLoad(address, bytes);
}

void __tsan_write_range(hook::Address address, hook::Bytes bytes) {
  if (!isAnyWatched(address, bytes)) return;
  [[clang::musttail]] return hook::lockstepStore(address, bytes);
}

// Linked only into programs with instrumented code, where the tool looks for this name.
__attribute__((used, visibility("hidden"))) extern const char lockstepInstrumented[] = "lockstepInstrumented";

// The return address of a hook identifies the site; no shadow stack is kept.
void __tsan_init() {}
void __tsan_func_entry(const void *) {}
void __tsan_func_exit() {}
}
