// The part of meta.json that the recorder writes without a JSON library; see Meta.h.
#pragma once

namespace lockstep::trace {

inline constexpr const char *kMetaFile = "meta.json";

/// The writer: the tool around the run, or a rank if the run was only recorded; in that case the outcome is unknown.
inline constexpr const char *kByTool = "run";
inline constexpr const char *kByRecorder = "recorder";

}  // namespace lockstep::trace
