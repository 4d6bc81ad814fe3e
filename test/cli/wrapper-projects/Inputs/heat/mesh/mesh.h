#pragma once

#ifdef __cplusplus
extern "C"
#endif
void fillMesh(double *values, int count);
