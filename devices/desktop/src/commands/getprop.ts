import type { Command } from "./command.ts";

/** `getprop`: prints one property by name, or all of them (AOSP system/core/toolbox/getprop). */
export const getprop =
  (properties: () => Readonly<Record<string, string>>): Command =>
  async ({ args: [name, fallback = ""], print }) => {
    const all = properties();
    if (name !== undefined) return print(`${(Object.hasOwn(all, name) ? all[name] : undefined) ?? fallback}\n`);
    await print(
      Object.entries(all)
        .map(([key, value]) => `[${key}]: [${value}]\n`)
        .join(""),
    );
  };
