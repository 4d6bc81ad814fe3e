// Declares the hooks and the watch table of Hooks.def in a module on first use.
#pragma once

#include <array>
#include <cstddef>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

enum class Hook : std::size_t {
#define HOOK(name, parameters) name,
#include "Hooks.def"
};

constexpr std::size_t kHooks = 0
#define HOOK(name, parameters) +1
#include "Hooks.def"
    ;

constexpr unsigned kPageBits =
#define WATCH_TABLE(name, page, bits) page
#include "Hooks.def"
    ;
constexpr std::uint64_t kPage = std::uint64_t{1} << kPageBits;

/// Whether the function is one of the hooks.
bool isHook(const llvm::Function &function);

class Hooks {
 public:
  explicit Hooks(llvm::Module &module) : module_(module) {}

  /// The watch table's byte for the page of this address: nonzero if something there may be watched.
  llvm::Value *look(llvm::IRBuilderBase &builder, llvm::Value *address);
  void call(llvm::IRBuilderBase &builder, Hook hook, llvm::ArrayRef<llvm::Value *> arguments);

 private:
  llvm::FunctionCallee declared(Hook hook);

  llvm::Module &module_;
  llvm::Constant *table_ = nullptr;
  std::array<llvm::FunctionCallee, kHooks> declared_ = {};
};

}  // namespace lockstep::instrument
