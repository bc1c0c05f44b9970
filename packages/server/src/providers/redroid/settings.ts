/** What a template says of an image of redroid: Android in a container (github.com/remote-android/redroid-doc). */
export interface RedroidSettings {
  /** Its init mounts file systems and makes device nodes; the operator says so in the template, or it is refused. */
  privileged: true;
  /** `guest` draws by the processor, `host` by the engine's GPU, `auto` by what there is. */
  gpu: "auto" | "guest" | "host";
  /** Frames a second; redroid's own default (30, or 15 without a GPU) if it is not given. */
  fps?: number | undefined;
  /** Whether memory is shared by memfd; ashmem, which it replaces, left the kernel in 5.18. */
  memfd: boolean;
  /** How long Android may take to boot. */
  bootTimeoutMs: number;
  /** How large /data may become, where the engine's volumes can have a size. */
  storageMb: number;
}
