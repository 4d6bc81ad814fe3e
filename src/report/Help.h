// The advice in a finding: text in which places and calls remain data until it is printed.
//
// Who reports a finding knows its sites by number, neither their lines nor how the source writes a call. Folding
// settles both (text/CallText.h) before it unites sites and their numbers lose their meaning. A place is shown
// relative to the file of the first site, which may still change then.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::report {

class Help {
 public:
  /// The place of the site with this index; empty if there is no such site.
  struct AtSite {
    std::size_t site = 0;
    friend bool operator==(const AtSite &, const AtSite &) = default;
  };
  /// " at line 12", or " at halo.c:12"; nothing for line 0.
  struct Place {
    std::string file;
    unsigned line = 0;
    friend bool operator==(const Place &, const Place &) = default;
  };
  /// A call of `routine`. Each argument is literal text, or an index into the arguments of the call at the site,
  /// printed as the source writes that argument. `otherwise` is used if the source cannot be read.
  struct CallAsAtSite {
    std::size_t site = 0;
    std::string routine;
    std::vector<std::variant<std::string, std::size_t>> arguments;
    std::string otherwise;
    friend bool operator==(const CallAsAtSite &, const CallAsAtSite &) = default;
  };
  using Piece = std::variant<std::string, AtSite, Place, CallAsAtSite>;

  Help() = default;
  Help(std::string text) {
    if (!text.empty()) pieces_.emplace_back(std::move(text));
  }
  Help(std::string_view text) : Help(std::string(text)) {}
  Help(const char *text) : Help(std::string(text)) {}
  Help(AtSite place) : pieces_{place} {}
  Help(CallAsAtSite call) : pieces_{std::move(call)} {}
  explicit Help(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}

  bool empty() const { return pieces_.empty(); }
  const std::vector<Piece> &pieces() const { return pieces_; }
  std::vector<Piece> &pieces() { return pieces_; }
  Help &operator+=(const Help &more) {
    pieces_.insert(pieces_.end(), more.pieces_.begin(), more.pieces_.end());
    return *this;
  }
  friend bool operator==(const Help &, const Help &) = default;

 private:
  std::vector<Piece> pieces_;
};

/// A format string with exactly kParts occurrences of "{}"; any other number is a compile error.
template <std::size_t kParts>
struct HelpForm {
  consteval HelpForm(const char *form) : text(form) {
    std::size_t marks = 0;
    for (std::size_t at = text.find("{}"); at != std::string_view::npos; at = text.find("{}", at + 2)) ++marks;
    if (marks != kParts) throw "another number of parts";
  }
  std::string_view text;
};

Help composeOf(std::string_view form, std::initializer_list<Help> parts);

template <class... Parts>
Help compose(HelpForm<sizeof...(Parts)> form, Parts &&...parts) {
  return composeOf(form.text, {Help(std::forward<Parts>(parts))...});
}

}  // namespace lockstep::report
