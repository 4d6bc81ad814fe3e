// Order of a textual trace for tests: every call of Comm_rank is a mark, named by the line of its site.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string_view>

#include "engine/Engine.h"
#include "engine/Rule.h"
#include "texttrace/TextTrace.h"

namespace lockstep::engine {

class Marks {
 public:
  explicit Marks(std::string_view text) {
    const auto trace = TextTrace::parse(text);
    if (!trace) {
      ADD_FAILURE() << "line " << trace.error().line << ": " << trace.error().what;
      return;
    }
    std::vector<RulePtr> rules;
    rules.push_back(makeRule<Recorder>(*this));
    engine_ = std::make_unique<Engine>(std::move(rules));
    trace->play(*engine_);
  }
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;

  bool before(unsigned a, unsigned b) const { return order_->before(stamps_.at(a), stamps_.at(b)); }

 private:
  class Recorder final : public WorldRule {
   public:
    explicit Recorder(Marks &marks) : marks_(marks) {}
    void onEnter(const Call &call, Context &context) override {
      if (call.routine->routine != mpi::Routine::Comm_rank) return;
      marks_.stamps_[call.process->siteOf(call).line] = context.now();
      marks_.order_ = &context.order();
    }

   private:
    Marks &marks_;
  };

  std::unique_ptr<Engine> engine_;
  const Order *order_ = nullptr;
  std::map<unsigned, Stamp> stamps_;
};

}  // namespace lockstep::engine
