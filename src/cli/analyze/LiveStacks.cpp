#include "cli/analyze/LiveStacks.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDebugFrame.h>
#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using llvm::dwarf::UnwindLocation;

constexpr auto kMostTime = 2s;       // for all ranks
constexpr auto kMostToStop = 200ms;  // a thread, which may hang in the kernel
constexpr std::size_t kMostFrames = 128;

// As DWARF numbers them on x86-64.
constexpr std::uint32_t kStackPointer = 7;
constexpr std::uint32_t kReturnAddress = 16;
constexpr std::array<std::uint32_t, 7> kKept{3, 6, 12, 13, 14, 15, kReturnAddress};  // by the called function
using Registers = std::array<std::uint64_t, 17>;

bool readMemory(pid_t process, std::uint64_t address, void *to, std::size_t size) {
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void *>(address), size};
  return process_vm_readv(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

/// The call frame information of one module.
class Frames {
 public:
  explicit Frames(std::unique_ptr<llvm::MemoryBuffer> file) : file_(std::move(file)) {
    auto object = llvm::object::ObjectFile::createObjectFile(file_->getMemBufferRef());
    if (!object) {
      llvm::consumeError(object.takeError());
      return;
    }
    object_ = std::move(*object);
    context_ = llvm::DWARFContext::create(*object_);
    auto frames = context_->getEHFrame();
    if (!frames) {
      llvm::consumeError(frames.takeError());
      return;
    }
    for (const llvm::dwarf::FrameEntry &entry : (*frames)->entries())
      if (const auto *function = llvm::dyn_cast<llvm::dwarf::FDE>(&entry)) functions_.push_back(function);
    std::ranges::sort(functions_, {}, &llvm::dwarf::FDE::getInitialLocation);
  }

  /// Where the file expects to be loaded.
  std::uint64_t preferredBase() const {
    const auto *elf = llvm::dyn_cast_or_null<llvm::object::ELF64LEObjectFile>(object_.get());
    if (elf == nullptr) return 0;
    auto headers = elf->getELFFile().program_headers();
    if (!headers) {
      llvm::consumeError(headers.takeError());
      return 0;
    }
    for (const auto &header : *headers)
      if (header.p_type == llvm::ELF::PT_LOAD) return header.p_vaddr & ~std::uint64_t{4095};
    return 0;
  }

  /// How to get from here to the caller.
  std::optional<llvm::dwarf::UnwindRow> at(std::uint64_t offset) const {
    auto behind = std::ranges::upper_bound(functions_, offset, {}, &llvm::dwarf::FDE::getInitialLocation);
    if (behind == functions_.begin()) return std::nullopt;
    const llvm::dwarf::FDE &function = **std::prev(behind);
    if (offset >= function.getInitialLocation() + function.getAddressRange()) return std::nullopt;
    auto rows = llvm::dwarf::UnwindTable::create(&function);
    if (!rows) {
      llvm::consumeError(rows.takeError());
      return std::nullopt;
    }
    std::optional<llvm::dwarf::UnwindRow> found;
    for (const llvm::dwarf::UnwindRow &row : *rows)
      if (row.hasAddress() && row.getAddress() <= offset) found = row;
    return found;
  }

 private:
  std::unique_ptr<llvm::MemoryBuffer> file_;
  std::unique_ptr<llvm::object::ObjectFile> object_;
  std::unique_ptr<llvm::DWARFContext> context_;
  std::vector<const llvm::dwarf::FDE *> functions_;  // by where they begin
};

/// The files are the same in all ranks, as a rule.
class FramesOfFiles {
 public:
  const Frames *of(const std::string &path) {
    const auto [entry, isNew] = known_.try_emplace(path);
    if (!isNew) return entry->second.get();
    auto file = llvm::MemoryBuffer::getFile(path, false, false);
    if (file) entry->second = std::make_unique<Frames>(std::move(*file));
    return entry->second.get();
  }
  /// Of the code that the kernel puts into each process, which has no file.
  const Frames *ofMemory(pid_t process, std::uint64_t begin, std::uint64_t end) {
    const auto [entry, isNew] = known_.try_emplace("[vdso]");
    if (!isNew) return entry->second.get();
    auto memory = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(end - begin);
    if (memory && readMemory(process, begin, memory->getBufferStart(), end - begin))
      entry->second = std::make_unique<Frames>(std::move(memory));
    return entry->second.get();
  }

 private:
  std::map<std::string, std::unique_ptr<Frames>> known_;
};

/// What is mapped where in a process.
struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  std::string path;
};

std::vector<Mapping> mappingsOf(pid_t process) {
  std::vector<Mapping> mappings;
  std::ifstream file("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Mapping mapping;
    std::string rights;
    std::string device;
    std::string inode;
    char dash = 0;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> rights >> mapping.offset >> device >> inode;
    std::getline(words >> std::ws, mapping.path);
    if (words && (mapping.path.starts_with('/') || mapping.path == "[vdso]")) mappings.push_back(mapping);
  }
  return mappings;
}

class Unwinder {
 public:
  Unwinder(pid_t process, FramesOfFiles &files) : process_(process), files_(files), mappings_(mappingsOf(process)) {}

  CallStack walk(Registers registers) const {
    CallStack stack;
    while (stack.size() < kMostFrames) {
      const auto module = moduleAt(registers[kReturnAddress]);
      if (!module) break;
      stack.push_back({.module = module->path, .buildId = {}, .offset = registers[kReturnAddress] - module->bias});
      // A return address may be past the end of its function; the program counter is not.
      const std::uint64_t inside = stack.back().offset - (stack.size() > 1 ? 1 : 0);
      if (module->frames == nullptr || !step(registers, module->frames->at(inside))) break;
    }
    return stack;
  }

 private:
  struct Loaded {
    std::string path;
    std::uint64_t bias = 0;
    const Frames *frames = nullptr;
  };

  std::optional<Loaded> moduleAt(std::uint64_t address) const {
    const auto isHere = [&](const Mapping &mapping) { return mapping.begin <= address && address < mapping.end; };
    const auto here = std::ranges::find_if(mappings_, isHere);
    if (here == mappings_.end()) return std::nullopt;
    const auto isFirst = [&](const Mapping &mapping) { return mapping.path == here->path && mapping.offset == 0; };
    const auto first = std::ranges::find_if(mappings_, isFirst);
    if (first == mappings_.end()) return std::nullopt;
    const bool isFile = here->path.starts_with('/');
    const Frames *frames = isFile ? files_.of(here->path) : files_.ofMemory(process_, first->begin, first->end);
    return Loaded{here->path, first->begin - (frames != nullptr ? frames->preferredBase() : 0), frames};
  }

  std::optional<std::uint64_t> valueOf(const UnwindLocation &location, std::uint64_t frame) const {
    if (location != UnwindLocation::createAtCFAPlusOffset(location.getOffset())) return std::nullopt;
    const std::uint64_t address = frame + static_cast<std::uint64_t>(static_cast<std::int64_t>(location.getOffset()));
    std::uint64_t value = 0;
    if (!readMemory(process_, address, &value, sizeof value)) return std::nullopt;
    return value;
  }

  /// Steps to the caller; false if it is unknown.
  bool step(Registers &registers, const std::optional<llvm::dwarf::UnwindRow> &row) const {
    if (!row) return false;
    const UnwindLocation &rule = row->getCFAValue();
    if (rule.getLocation() != UnwindLocation::RegPlusOffset || rule.getRegister() >= registers.size()) return false;
    const std::uint64_t frame =
        registers[rule.getRegister()] + static_cast<std::uint64_t>(static_cast<std::int64_t>(rule.getOffset()));
    if (frame <= registers[kStackPointer]) return false;  // stacks grow down
    Registers callers = registers;
    for (const std::uint32_t number : kKept) {
      const auto location = row->getRegisterLocations().getRegisterLocation(number);
      const auto value = location ? valueOf(*location, frame) : std::nullopt;
      if (value) callers[number] = *value;
      if (!value && number == kReturnAddress) return false;
    }
    callers[kStackPointer] = frame;
    registers = callers;
    return registers[kReturnAddress] != 0;
  }

  pid_t process_;
  FramesOfFiles &files_;
  std::vector<Mapping> mappings_;
};

Registers numbered(const user_regs_struct &regs) {
  return {regs.rax, regs.rdx, regs.rcx, regs.rbx, regs.rsi, regs.rdi, regs.rbp, regs.rsp, regs.r8,
          regs.r9,  regs.r10, regs.r11, regs.r12, regs.r13, regs.r14, regs.r15, regs.rip};
}

/// Stops a thread for its lifetime.
class Stopped {
 public:
  explicit Stopped(pid_t thread) : thread_(thread) {
    if (ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) != 0) return;
    ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
    const auto limit = Clock::now() + kMostToStop;
    int status = 0;
    while (Clock::now() < limit) {
      if (waitpid(thread, &status, __WALL | WNOHANG) == thread) {
        isStopped_ = WIFSTOPPED(status);
        return;
      }
      std::this_thread::sleep_for(1ms);
    }
  }
  ~Stopped() {
    if (isStopped_) ptrace(PTRACE_DETACH, thread_, nullptr, nullptr);
  }
  Stopped(const Stopped &) = delete;
  Stopped &operator=(const Stopped &) = delete;

  std::optional<Registers> registers() const {
    user_regs_struct regs{};
    if (!isStopped_ || ptrace(PTRACE_GETREGS, thread_, nullptr, &regs) != 0) return std::nullopt;
    return numbered(regs);
  }

 private:
  pid_t thread_;
  bool isStopped_ = false;
};

std::vector<pid_t> threadsOf(pid_t process) {
  std::vector<pid_t> threads;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/task", error))
    threads.push_back(std::atoi(entry.path().filename().c_str()));
  return threads;
}

bool isOfSystem(const std::string &module) {
  return module.starts_with("/usr/") || module.starts_with("/lib") || module.starts_with('[');
}

/// The recorder knows modules by the names under which they were loaded.
bool isSameFile(const std::string &a, const std::string &b) {
  std::error_code error;
  return a == b || fs::equivalent(a, b, error);
}

}  // namespace

StacksByRank takeStacks(const std::map<int, pid_t> &processes) {
  StacksByRank stacks;
  FramesOfFiles files;
  const auto limit = Clock::now() + kMostTime;
  for (const auto &[rank, process] : processes) {
    if (Clock::now() >= limit) break;
    const Unwinder unwinder(process, files);
    for (const pid_t thread : threadsOf(process)) {
      const Stopped stopped(thread);
      if (const auto registers = stopped.registers()) stacks[rank].push_back(unwinder.walk(*registers));
    }
  }
  return stacks;
}

void addCallers(report::Site &site, const StacksByRank &stacks) {
  const auto known = stacks.find(site.rank);
  if (!site.stack.empty() || !site.address || known == stacks.end()) return;
  for (const CallStack &stack : known->second) {
    const auto call = std::ranges::find_if(stack, [&](const report::CodeAddress &frame) {
      return frame.offset == site.address->offset && isSameFile(frame.module, site.address->module);
    });
    if (call == stack.end()) continue;
    for (auto frame = std::next(call); frame != stack.end(); ++frame)
      if (!isOfSystem(frame->module))
        site.stack.push_back({.function = {}, .file = {}, .line = 0, .column = 0, .address = *frame});
    return;
  }
}

}  // namespace lockstep::cli
