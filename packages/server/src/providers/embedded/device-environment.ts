/**
 * How glibc's allocator is to serve a device (mallopt(3)). One heap for all threads: theirs are small, and each would
 * keep what it had. What is as large as a picture is mapped and unmapped by itself: in the heap, each would leave a hole
 * that small things then break up. Some of what is free at the heap's end stays for what comes next.
 */
const allocator = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(2 * 1024 * 1024),
};

/** What a device may know of the server's environment, never its secrets, and how it is to use memory. */
export function deviceEnvironment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "NODE_ENV"];
  return { ...Object.fromEntries(passed.map((name) => [name, process.env[name]])), ...allocator };
}
