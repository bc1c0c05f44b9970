/**
 * Settings of glibc's allocator for devices (mallopt(3)). All threads share one heap: they use little memory, and each
 * heap of its own would keep freed memory. Blocks of a screenshot's size are mapped separately, because they would
 * fragment the heap. The heap keeps some free memory at its end for later allocations.
 */
const allocator = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(2 * 1024 * 1024),
};

/** Returns the environment of a device: the server's variables without secrets, and the allocator settings. */
export function deviceEnvironment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "NODE_ENV"];
  return { ...Object.fromEntries(passed.map((name) => [name, process.env[name]])), ...allocator };
}
