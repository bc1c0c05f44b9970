/** A template's settings of a redroid image: Android in a container (github.com/remote-android/redroid-doc). */
export interface RedroidSettings {
  /**
   * Its init mounts file systems and creates device nodes. The operator must confirm this in the template; otherwise
   * the template is rejected.
   */
  privileged: true;
  /** `guest` renders on the CPU, `host` on the engine's GPU, `auto` on the GPU if there is one. */
  gpu: "auto" | "guest" | "host";
  /** Frames per second. Default: redroid's own (30, or 15 without a GPU). */
  fps?: number | undefined;
  /** Whether memory is shared by memfd. It replaces ashmem, which the kernel removed in 5.18. */
  memfd: boolean;
  /** Timeout of Android's boot. */
  bootTimeoutMs: number;
  /** Maximum size of /data, if the engine's volumes support a size. */
  storageMb: number;
}
