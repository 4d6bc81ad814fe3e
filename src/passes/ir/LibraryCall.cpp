#include "passes/ir/LibraryCall.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BuildLibCalls.h>

#include "passes/ir/OpenMpCall.h"

namespace lockstep::passes {

namespace {

/// Prefixes of language runtimes: mangled names of namespace std and the C++ ABI, and flang's runtime.
constexpr llvm::StringLiteral kRuntimePrefixes[] = {
    "_ZS", "_ZNS", "_ZNKS", "_ZN9__gnu_cxx", "_Zn", "_Zd", "__cxa_", "__gxx_", "_Fortran", "__clang_call_terminate"};

/// Functions of the C library unknown to LLVM, whose names are unlikely to be anything else.
bool isOtherOfC(llvm::StringRef name) {
  static const llvm::StringSet<> kNames{"__ctype_b_loc",
                                        "__ctype_tolower_loc",
                                        "__ctype_toupper_loc",
                                        "__errno_location",
                                        "clock_getres",
                                        "clock_gettime",
                                        "clock_nanosleep",
                                        "ctime",
                                        "difftime",
                                        "drand48",
                                        "feenableexcept",
                                        "freeaddrinfo",
                                        "getcwd",
                                        "gethostname",
                                        "getline",
                                        "getopt",
                                        "getopt_long",
                                        "getppid",
                                        "getrusage",
                                        "gmtime",
                                        "isatty",
                                        "localtime",
                                        "localtime_r",
                                        "lrand48",
                                        "madvise",
                                        "mmap",
                                        "munmap",
                                        "nanosleep",
                                        "pthread_mutex_destroy",
                                        "pthread_mutex_init",
                                        "pthread_mutex_lock",
                                        "pthread_mutex_trylock",
                                        "pthread_mutex_unlock",
                                        "pthread_self",
                                        "rand_r",
                                        "random",
                                        "sched_getcpu",
                                        "sched_yield",
                                        "setlocale",
                                        "sleep",
                                        "srand",
                                        "srand48",
                                        "srandom",
                                        "strerror",
                                        "strerror_r",
                                        "strftime",
                                        "strsignal",
                                        "sysconf",
                                        "usleep"};
  return kNames.contains(name);
}

LibraryCall byName(llvm::StringRef name) {
  return llvm::StringSwitch<LibraryCall>(name)
      .Cases("time", "clock", "rand", "getpid", LibraryCall::Asks)
      .Case("__isoc99_fscanf", LibraryCall::Input)
      .Cases("exit", "_FortranAStopStatement", "_FortranAStopStatementText", "_FortranAExit", LibraryCall::Exit)
      .Cases("_exit", "_Exit", "quick_exit", LibraryCall::ExitAtOnce)
      .Case("__cxa_thread_atexit", LibraryCall::ExitHandler)
      .Case("_FortranAIsContiguous", LibraryCall::IsContiguous)
      .Case("_FortranAAssign", LibraryCall::Assign)
      .Case("_FortranACopyInAssign", LibraryCall::CopyIn)
      .Case("_FortranACopyOutAssign", LibraryCall::CopyOut)
      .Default(LibraryCall::None);
}

LibraryCall kindOf(llvm::LibFunc function) {
  switch (function) {
    case llvm::LibFunc_atof:
    case llvm::LibFunc_atoi:
    case llvm::LibFunc_atol:
    case llvm::LibFunc_fgetc:
    case llvm::LibFunc_fopen:
    case llvm::LibFunc_getc:
    case llvm::LibFunc_getchar:
    case llvm::LibFunc_getenv:
      return LibraryCall::Asks;
    case llvm::LibFunc_dunder_isoc99_scanf:
    case llvm::LibFunc_dunder_isoc99_sscanf:
    case llvm::LibFunc_fgets:
    case llvm::LibFunc_fread:
    case llvm::LibFunc_fscanf:
    case llvm::LibFunc_gettimeofday:
    case llvm::LibFunc_scanf:
    case llvm::LibFunc_sscanf:
    case llvm::LibFunc_strtod:
    case llvm::LibFunc_strtof:
    case llvm::LibFunc_strtol:
    case llvm::LibFunc_strtoll:
    case llvm::LibFunc_strtoul:
    case llvm::LibFunc_strtoull:
      return LibraryCall::Input;
    case llvm::LibFunc_memcpy:
    case llvm::LibFunc_memmove:
      return LibraryCall::Copy;
    case llvm::LibFunc_memset:
      return LibraryCall::Fill;
    case llvm::LibFunc_atexit:
    case llvm::LibFunc_cxa_atexit:
      return LibraryCall::ExitHandler;
    case llvm::LibFunc_cxa_guard_acquire:
      return LibraryCall::GuardAcquire;
    case llvm::LibFunc_cxa_guard_release:
      return LibraryCall::GuardRelease;
    default:
      return LibraryCall::Other;
  }
}

}  // namespace

const llvm::TargetLibraryInfo &targetLibrary() {
  static const llvm::TargetLibraryInfoImpl implementation{llvm::Triple("x86_64-pc-linux-gnu")};
  static const llvm::TargetLibraryInfo library(implementation);
  return library;
}

LibraryCall libraryCallOf(const llvm::Function &function) {
  if (function.isIntrinsic()) return LibraryCall::Other;
  if (!function.isDeclaration()) return LibraryCall::None;
  const llvm::StringRef name = function.getName();
  if (const LibraryCall named = byName(name); named != LibraryCall::None) return named;
  if (llvm::LibFunc known{}; targetLibrary().getLibFunc(name, known)) return kindOf(known);
  const bool isRuntime = llvm::any_of(kRuntimePrefixes, [&](auto prefix) { return name.starts_with(prefix); });
  return isRuntime || isQuiet(openMpOf(function)) || isOtherOfC(name) ? LibraryCall::Other : LibraryCall::None;
}

InferredAttributes::InferredAttributes(llvm::Module &module) {
  for (llvm::Function &function : module) {
    const llvm::AttributeList before = function.getAttributes();
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    if (llvm::inferNonMandatoryLibFuncAttrs(function, targetLibrary())) before_.emplace_back(&function, before);
  }
}

InferredAttributes::~InferredAttributes() {
  for (const auto &[function, attributes] : before_) function->setAttributes(attributes);
}

}  // namespace lockstep::passes
