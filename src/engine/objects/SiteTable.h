// The code places of one process, as defined by its records: a source line if the recorder knew it, else an address in
// a module, which the tool resolves before it reports.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/Finding.h"
#include "trace/Record.h"

namespace lockstep::engine {

class SiteTable {
 public:
  void define(const trace::Module &module);
  void define(const trace::Site &site);
  void define(const trace::ResolvedSite &site);
  void define(const trace::Stack &stack);

  /// Fills in the location of `site`; does not change `place` if the site is undefined.
  void locate(std::uint32_t site, report::Site &place) const;
  /// An id of the place, equal in all processes that run the same program; 0: unknown.
  std::uint64_t placeOf(std::uint32_t site) const { return site < places_.size() ? places_[site] : 0; }
  /// The same for the callers; 0: unknown.
  std::uint64_t callersOf(std::uint32_t stack) const;
  /// Fills in the callers of `place`, as far as the stack is known.
  void locateCallers(std::uint32_t stack, report::Site &place) const;

 private:
  struct Module {
    std::string path;
    std::string buildId;
  };
  struct Address {
    std::uint32_t module = 0;
    std::uint64_t offset = 0;
  };
  struct Line {
    std::string file;
    std::string function;
    unsigned line = 0;
    unsigned column = 0;
  };
  void setPlace(std::uint32_t site, std::uint64_t place);

  std::vector<std::uint64_t> places_;  // by site
  std::unordered_map<std::uint32_t, Module> modules_;
  std::unordered_map<std::uint32_t, Address> addresses_;
  std::unordered_map<std::uint32_t, Line> lines_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> stacks_;  // sites, innermost first
};

}  // namespace lockstep::engine
