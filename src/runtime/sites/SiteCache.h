// Maps return addresses to site numbers, with one Site record per place and thread.
//
// The cache also stores whether an address is inside the MPI libraries. A call from there is the library calling itself
// (not recorded inside a recorded call) or a Fortran binding, whose caller is then the site.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::runtime {

struct ThreadState;

/// Whether a binding passes the program's own handles, or copies of them.
enum class Copies : std::uint8_t { None, Arrays, All };

struct SiteEntry {
  std::uintptr_t address = 0;
  std::uint32_t site = 0;
  bool insideMpi = false;
  Copies copies = Copies::None;
  std::uint32_t walked = 0;  // number of its calls whose stacks were recorded
};

class SiteCache {
 public:
  /// The entry of a return address, created (with its records) if necessary.
  SiteEntry &find(ThreadState &thread, std::uintptr_t address) {
    SiteEntry *slot = &slots_[home(address)];
    for (std::size_t probe = 0; probe < kProbes; ++probe, ++slot)
      if (slot->address == address) return *slot;
    return fill(thread, address);
  }

 private:
  static constexpr std::size_t kSize = 4096;
  static constexpr std::size_t kProbes = 8;

  static std::size_t home(std::uintptr_t address) { return (address * 0x9e3779b97f4a7c15ULL) >> 52; }
  SiteEntry &fill(ThreadState &thread, std::uintptr_t address);

  SiteEntry slots_[kSize + kProbes];
};

/// A number that no site of this process has yet.
std::uint32_t newSite();

/// The innermost frame of the calling thread outside the MPI libraries and the recorder, 0 if there is none.
std::uintptr_t callerBehindMpi();

}  // namespace lockstep::runtime
