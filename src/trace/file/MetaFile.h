// The part of meta.json that the recorder writes without a JSON library; see Meta.h.
#pragma once

namespace lockstep::trace {

inline constexpr const char *kMetaFile = "meta.json";

/// Who wrote it: the tool around the run, or, where the run was recorded only, a rank; then nobody wrote down how it
/// ended.
inline constexpr const char *kByTool = "run";
inline constexpr const char *kByRecorder = "recorder";

}  // namespace lockstep::trace
