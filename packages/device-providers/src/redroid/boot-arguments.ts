import type { RedroidSettings } from "./settings.ts";

/** Returns the arguments of redroid's init (redroid-doc, "Configuration"). */
export function bootArguments(
  { widthPx, heightPx, densityDpi }: { widthPx: number; heightPx: number; densityDpi: number },
  { gpu, fps, memfd }: Pick<RedroidSettings, "gpu" | "fps" | "memfd">,
): string[] {
  const properties = {
    redroid_width: widthPx,
    redroid_height: heightPx,
    redroid_dpi: densityDpi,
    ...(fps !== undefined && { redroid_fps: fps }),
    redroid_gpu_mode: gpu,
    use_memfd: memfd ? 1 : 0,
  };
  return Object.entries(properties).map(([name, value]) => `androidboot.${name}=${value}`);
}
