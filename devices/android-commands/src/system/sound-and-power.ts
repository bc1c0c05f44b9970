import { CommandError } from "@terrarium/phone-shell/command-error";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import type { Subcommands } from "../android-command.ts";
import { STREAMS } from "./media-session.ts";

/** AOSP AudioManager.java, RINGER_MODE_*, by the value of the setting. */
const RINGER_MODES = ["SILENT", "VIBRATE", "NORMAL"];
const RINGER_KEY = "mode_ringer";

/** Subcommands of `cmd audio` (AOSP AudioManagerShellCommand.java). */
export const audioSubcommands: Subcommands = {
  usage: "Audio manager commands:\n  set-ringer-mode NORMAL|SILENT|VIBRATE\n    Sets the ringer mode.\n",
  commands: {
    "set-ringer-mode": async ([name = ""], { system }) => {
      const mode = RINGER_MODES.indexOf(name);
      if (mode === -1) throw new CommandError(`Error: invalid ringer mode: ${name}`, 255);
      await system.putSetting("global", RINGER_KEY, String(mode));
    },
  },
};

/** `dumpsys audio`: the volumes and the ringer mode. */
export async function audioDump(system: SystemCalls): Promise<string> {
  const mode = RINGER_MODES[Number(await system.getSetting("global", RINGER_KEY))] ?? "NORMAL";
  const streams = [...STREAMS.values()].map(async ({ name, key, least, most }) => {
    const volume = (await system.getSetting("system", key)) ?? String(least);
    return `- ${name}:\n   Muted: ${volume === "0"}\n   Min: ${least}\n   Max: ${most}\n   streamVolume:${volume}\n`;
  });
  return `Stream volumes (device: index)\n${(await Promise.all(streams)).join("")}Ringer mode: \n- mode (internal) = ${mode}\n- mode (external) = ${mode}\n`;
}

/** Subcommands of `cmd power` (AOSP PowerManagerShellCommand.java). */
export const powerSubcommands: Subcommands = {
  usage:
    "Power manager (power) commands:\n  set-mode MODE\n    sets the power mode of the device to MODE.\n" +
    "    1 turns low power mode on and 0 turns low power mode off.\n",
  commands: {
    "set-mode": async ([mode = ""], { system }) => {
      if (!/^\d+$/.test(mode)) throw new CommandError(`Error: ${mode === "" ? "null" : mode} is not a valid mode`, 255);
      await system.putSetting("global", "low_power", mode === "1" ? "1" : "0");
    },
  },
};
