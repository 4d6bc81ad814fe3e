// The documentation pages, embedded at build time: Pages.inc has one row PAGE(id, text) per file of docs/rules.
#include "report/Rule.h"

namespace lockstep::report {
namespace {

struct Page {
  std::string_view id;
  std::string_view text;
};

constexpr Page kPages[] = {
#define PAGE(id, text) {id, text},
#include "Pages.inc"
#undef PAGE
};

consteval bool everyPageHasARule() {
  for (const Page &page : kPages)
    if (!detail::find(page.id)) return false;
  return true;
}
static_assert(everyPageHasARule(), "a page in docs/rules is named after no rule of Rules.def");

}  // namespace

std::string_view page(Rule rule) {
  for (const Page &page : kPages)
    if (page.id == info(rule).id) return page.text;
  return {};
}

}  // namespace lockstep::report
