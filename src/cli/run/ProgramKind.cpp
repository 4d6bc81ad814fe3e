// The libraries of a program are determined with its own dynamic loader (`ld.so --list`), which knows search paths,
// rpaths and the cache exactly and does not run the program. Following DT_NEEDED by hand would duplicate those rules
// and drift.
#include "cli/run/ProgramKind.h"

#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "cli/base/Process.h"

namespace lockstep::cli {

namespace {

using Link = ProgramKind::Link;

/// The dynamic loader that the program names; nothing for a static program.
template <class ELFT>
std::optional<std::string> interpreter(const llvm::object::ELFFile<ELFT> &file) {
  auto headers = file.program_headers();
  if (!headers) {
    llvm::consumeError(headers.takeError());
    return std::nullopt;
  }
  for (const auto &header : *headers) {
    if (header.p_type != llvm::ELF::PT_INTERP) continue;
    auto bytes = file.getSegmentContents(header);
    if (bytes) return std::string(reinterpret_cast<const char *>(bytes->data()));
    llvm::consumeError(bytes.takeError());
  }
  return std::nullopt;
}

/// By the name of a shared library: Debian's MPICH is libmpich, others of its ABI libmpi.so.12; Open MPI's libmpi had
/// versions .so.1 to .so.20 and then .so.40.
std::optional<MpiFlavor> flavorOfLibrary(std::string_view file) {
  if (file.starts_with("libmpich.so")) return MpiFlavor::Mpich;
  constexpr std::string_view kMpi = "libmpi.so.";
  if (!file.starts_with(kMpi)) return std::nullopt;
  return std::atoi(std::string(file.substr(kMpi.size())).c_str()) == 12 ? MpiFlavor::Mpich : MpiFlavor::OpenMpi;
}

/// From the lines of `ld.so --list`: "\tlibmpich.so.12 => /usr/lib/... (0x...)".
std::vector<std::string> librariesOf(const std::string &listing) {
  std::vector<std::string> libraries;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string library;
    words >> library;
    libraries.push_back(std::filesystem::path(library).filename().string());
  }
  return libraries;
}

std::optional<MpiFlavor> flavorOf(const std::vector<std::string> &libraries) {
  for (const std::string &library : libraries)
    if (const auto flavor = flavorOfLibrary(library)) return flavor;
  return std::nullopt;
}

/// Libraries of every program, whose relevant functions would appear in the program's own symbols.
bool isOfSystem(std::string_view library) {
  constexpr std::array<std::string_view, 10> kNames{"linux-vdso.so.", "ld-linux",       "libc.so.",  "libm.so.",
                                                    "libdl.so.",      "libpthread.so.", "librt.so.", "libgcc_s.so.",
                                                    "libstdc++.so.",  "liblockstep"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return library.starts_with(name); });
}

/// Whether a program that calls this function may load or start other code.
bool leadsElsewhere(llvm::StringRef symbol) {
  return symbol == "dlopen" || symbol == "dlmopen" || symbol == "system" || symbol == "popen" || symbol == "syscall" ||
         symbol.starts_with("exec") || symbol.starts_with("fexec") || symbol.starts_with("posix_spawn");
}

bool staysByItself(const llvm::object::ELF64LEObjectFile &file) {
  for (const llvm::object::ELFSymbolRef &symbol : file.getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      return false;
    }
    if (leadsElsewhere(*name)) return false;
  }
  return true;
}

/// Of the machines that Lockstep has recorders for.
constexpr const char *kLoader = "/lib64/ld-linux-x86-64.so.2";

}  // namespace

std::optional<MpiFlavor> flavorOfModule(const std::filesystem::path &library) {
  const auto listing = outputOf({kLoader, "--list", std::filesystem::absolute(library).string()});
  return flavorOf(librariesOf(listing.value_or("")));
}

bool isPreloaded(const std::filesystem::path &library, const std::filesystem::path &program) {
  const auto listing =
      outputOf({kLoader, "--preload", library.string(), "--list", std::filesystem::absolute(program).string()});
  return !listing || listing->find(library.filename().string()) != std::string::npos;
}

ProgramKind inspectProgram(const std::filesystem::path &program) {
  auto binary = llvm::object::ObjectFile::createObjectFile(program.string());
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return {.link = Link::NotElf, .flavor = {}};
  }
  const auto *elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(binary->getBinary());
  if (!elf) return {.link = Link::NotElf, .flavor = {}};

  const auto loader = interpreter(elf->getELFFile());
  if (!loader) return {.link = Link::Static, .flavor = {}};
  const auto listing = outputOf({*loader, "--list", std::filesystem::absolute(program).string()});
  const std::vector<std::string> libraries = librariesOf(listing.value_or(""));
  if (const auto flavor = flavorOf(libraries)) return {.link = Link::Mpi, .flavor = flavor};
  const bool isAlone = listing && std::ranges::all_of(libraries, isOfSystem) && staysByItself(*elf);
  return {.link = Link::NoMpi, .flavor = {}, .cannotBeMpi = isAlone};
}

}  // namespace lockstep::cli
