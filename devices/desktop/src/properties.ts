import { release, arch } from "node:os";
import type { StandbyOptions } from "./main-options.ts";

const MODELS = { linux: "Linux", browser: "Browser", desktop: "Desktop" } as const;
const ABIS: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "arm64-v8a" };

/** Returns the device name that clients see. */
export const modelOf = ({ name, kind }: Pick<StandbyOptions, "name" | "kind">): string =>
  name ?? `Terrarium ${MODELS[kind]}`;

/**
 * Returns the properties for `getprop`, with Android's names. `ro.build.characteristics` is the kind of device, like
 * Android's `tablet` or `watch`, and includes `noscreen` for a device without a screen.
 */
export function deviceProperties(options: Pick<StandbyOptions, "name" | "kind" | "dpi">): Record<string, string> {
  const { kind, dpi } = options;
  const hasScreen = kind !== "linux";
  return {
    "ro.hardware": "terrarium",
    "ro.product.name": `terrarium_${kind}`,
    "ro.product.model": modelOf(options),
    "ro.product.device": kind,
    "ro.product.cpu.abi": ABIS[arch()] ?? arch(),
    "ro.build.characteristics": hasScreen ? kind : `${kind},noscreen`,
    "ro.kernel.version": release(),
    ...(hasScreen && { "ro.sf.lcd_density": String(dpi) }),
    "sys.boot_completed": "1",
  };
}
