#include "engine/matching/EdgePairing.h"

namespace lockstep::engine {
namespace {

std::vector<std::size_t> edgesOf(std::span<const std::int64_t> neighbors, unsigned process) {
  std::vector<std::size_t> edges;
  for (std::size_t i = 0; i < neighbors.size(); ++i)
    if (neighbors[i] == std::int64_t{process}) edges.push_back(i);
  return edges;
}

}  // namespace

std::vector<EdgePairs> edgePairings(std::span<const std::int64_t> destinations, unsigned receiver,
                                    std::span<const std::int64_t> sources, unsigned sender) {
  const std::vector<std::size_t> out = edgesOf(destinations, receiver);
  const std::vector<std::size_t> in = edgesOf(sources, sender);
  const std::size_t count = out.size();
  if (count == 0 || count != in.size()) return {};
  EdgePairs inOrder;
  EdgePairs byDirection;
  EdgePairs reversed;
  for (std::size_t i = 0; i < count; ++i) {
    inOrder.emplace_back(out[i], in[i]);
    byDirection.emplace_back(out[i], in[(i ^ 1U) < count ? i ^ 1U : i]);
    reversed.emplace_back(out[i], in[count - 1 - i]);
  }
  if (count == 1) return {inOrder};
  return {inOrder, byDirection, reversed};
}

}  // namespace lockstep::engine
