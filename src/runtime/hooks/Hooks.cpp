// The hooks and the watch table, for the static library that instrumented code is linked with.
//
// A hook is one jump through the table that the recorder provides, so that it costs little more than its call and keeps
// the return address. Until the recorder is loaded, and without it, the table points to a plain return. Nothing here
// may need the C++ library: the program may be C or Fortran.
#include <dlfcn.h>

#include "runtime/hooks/HookTable.h"
#include "runtime/hooks/Inner.h"
#include "runtime/memory/Objects.h"

#ifndef __x86_64__
#error "the hooks are written for x86-64"
#endif

namespace {

using namespace lockstep::runtime;

void doNothing() {}

constexpr HookFunctions kIdle = {
#define HOOK(name, parameters) doNothing,
#include "Hooks.def"
    doNothing,
    doNothing,
};

}  // namespace

namespace lockstep::runtime::hook {
#define WATCH_TABLE(name, page, bits) \
  extern "C" __attribute__((visibility("default"))) unsigned char name[kTableSize] = {};
#include "Hooks.def"
}  // namespace lockstep::runtime::hook

constinit std::atomic<const HookFunction *> lockstepHookFunctions = kIdle;

asm(".set .Lhook, 0\n");
#define HOOK(name, parameters)                   \
  asm(".pushsection .text\n"                     \
      ".globl " #name "\n.type " #name           \
      ", @function\n"                            \
      ".balign 16\n" #name                       \
      ":\n"                                      \
      "movq lockstepHookFunctions(%rip), %r11\n" \
      "jmpq *8*.Lhook(%r11)\n"                   \
      ".size " #name ", .-" #name                \
      "\n"                                       \
      ".set .Lhook, .Lhook+1\n"                  \
      ".popsection\n");
#include "Hooks.def"

// Defined by the linker if the section exists.
extern "C" __attribute__((visibility("hidden"), weak)) const ProgramObject __start_lockstep_globals[];
extern "C" __attribute__((visibility("hidden"), weak)) const ProgramObject __stop_lockstep_globals[];

namespace {

HookCopy gCopy = {kHookVersion,           kHookCount,
#define WATCH_TABLE(name, page, bits) hook::name,
#include "Hooks.def"
                  &lockstepHookFunctions, kIdle,      nullptr, nullptr, __start_lockstep_globals,
                  __stop_lockstep_globals};

void tell(const char *symbol) {
  if (void *function = dlsym(RTLD_DEFAULT, symbol)) reinterpret_cast<RegisterHooks>(function)(&gCopy);
}

__attribute__((constructor)) void comeIn() { tell(kRegisterHooksSymbol); }
__attribute__((destructor)) void goAway() { tell(kUnregisterHooksSymbol); }

}  // namespace
