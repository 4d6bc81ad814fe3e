// What the hooks have reported, for tests that run: the bytes of one watched object, by kind of access.
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void watch(void *object, size_t bytes);
/// Prints the bytes of the object that were seen since the last time, "name: load 0-8 store 16-24", and forgets them.
void show(const char *name);
#ifdef __cplusplus
}
#endif
