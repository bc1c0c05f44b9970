import type { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import type { AgentPhone } from "./agent.ts";

/** Returns a function that runs words in the device's shell, and throws with the output on failure. */
export function shellOf(adb: RealAdb): (...words: string[]) => Promise<void> {
  return async (...words) => {
    const { exitCode, stderr } = await adb.run("shell", ...words);
    if (exitCode !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  };
}

/** Creates an agent's phone on the real adb. */
export function adbPhone(adb: RealAdb): AgentPhone {
  const shell = shellOf(adb);
  return {
    dump: async () => (await adb.run("exec-out", "uiautomator", "dump", "/dev/tty")).stdout.toString(),
    tap: (x, y) => shell("input", "tap", String(x), String(y)),
    type: (text) => shell("input", "text", `'${text.replaceAll(" ", "%s").replaceAll("'", String.raw`'\''`)}'`),
    press: (key) => shell("input", "keyevent", `KEYCODE_${key.toUpperCase()}`),
    swipe: (...points) => shell("input", "swipe", ...points.map(String)),
  };
}
