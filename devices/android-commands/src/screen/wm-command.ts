import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";

const USAGE = `Window manager (window) commands:
  size [reset|WxH|WdpxHdp]
      Return or override display size.
  density [reset|DENSITY]
      Return or override display density.
  user-rotation [free|lock [ROTATION]]
      Return or set the rotation: 0, 1, 2 or 3 quarter turns.
  fixed-to-user-rotation [enabled|disabled|default]
  dismiss-keyguard
      Dismiss the lock screen.
`;
/** Limits of the screen's size and density. */
const SIZES = { smallestPx: 200, largestPx: 4096, smallestDpi: 72, largestDpi: 960 };
const DP_PER_INCH = 160;

const commands: Record<string, Subcommand> = {
  size,
  density,
  "user-rotation": rotation,
  "set-user-rotation": rotation,
  "fixed-to-user-rotation": fixedRotation,
  "dismiss-keyguard": (_args, { system }) => system.setPower("unlock"),
};

/** Subcommands of `wm` and `cmd window`. */
export const WINDOW_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const wmCommand = androidCommand("wm", (process) => runSubcommand(WINDOW_SUBCOMMANDS, process.args, process));

/** Removes `-d DISPLAY`, because there is only one display. */
function withoutDisplay(args: string[]): string[] {
  return args[0] === "-d" ? args.slice(2) : args;
}

async function size(args: string[], { system }: Process): Promise<string | undefined> {
  const [wanted] = withoutDisplay(args);
  const { physical, densityDpi } = await system.display();
  if (wanted === "reset") {
    await system.deleteSetting("global", "display_size_forced");
    return undefined;
  }
  if (wanted === undefined) {
    const forced = (await system.getSetting("global", "display_size_forced"))?.replace(",", "x");
    const override = forced === undefined ? "" : `Override size: ${forced}\n`;
    return `Physical size: ${physical.widthPx}x${physical.heightPx}\n${override}`;
  }
  const match = /^(\d+)(dp|px)?x(\d+)(dp|px)?$/.exec(wanted);
  if (!match) throw new CommandError(`Error: bad size ${wanted}`, 255);
  const pixels = (value: string | undefined, unit: string | undefined) =>
    unit !== "dp" ? Number(value) : Math.round((Number(value) * densityDpi) / DP_PER_INCH);
  const [width, height] = [pixels(match[1], match[2]), pixels(match[3], match[4])];
  if ([width, height].some((px) => px < SIZES.smallestPx || px > SIZES.largestPx)) {
    throw new CommandError(
      `Error: width and height must be from ${SIZES.smallestPx} to ${SIZES.largestPx} pixels`,
      255,
    );
  }
  if (width === physical.widthPx && height === physical.heightPx) {
    await system.deleteSetting("global", "display_size_forced");
  } else {
    await system.putSetting("global", "display_size_forced", `${width},${height}`);
  }
  return undefined;
}

async function density(args: string[], { system }: Process): Promise<string | undefined> {
  const rest = withoutDisplay(args);
  // `-u USER` may follow the density, or stand alone.
  const wanted = rest[0] === "-u" ? rest[2] : rest[0];
  if (wanted === "reset") {
    await system.deleteSetting("secure", "display_density_forced");
    return undefined;
  }
  if (wanted === undefined) {
    const { physical } = await system.display();
    const forced = await system.getSetting("secure", "display_density_forced");
    return `Physical density: ${physical.densityDpi}\n${forced === undefined ? "" : `Override density: ${forced}\n`}`;
  }
  const dpi = Number(wanted);
  if (!/^-?\d+$/.test(wanted)) {
    throw new CommandError(`Error: bad number java.lang.NumberFormatException: For input string: "${wanted}"`, 255);
  }
  if (dpi < SIZES.smallestDpi) throw new CommandError(`Error: density must be >= ${SIZES.smallestDpi}`, 255);
  if (dpi > SIZES.largestDpi) throw new CommandError(`Error: density must be <= ${SIZES.largestDpi}`, 255);
  await system.putSetting("secure", "display_density_forced", String(dpi));
  return undefined;
}

async function rotation(args: string[], { system }: Process): Promise<string | undefined> {
  const [mode, turns] = withoutDisplay(args);
  if (mode === undefined) {
    const free = (await system.getSetting("system", "accelerometer_rotation")) === "1";
    return free ? "free\n" : `lock ${(await system.getSetting("system", "user_rotation")) ?? "0"}\n`;
  }
  if (mode !== "free" && mode !== "lock")
    throw new CommandError("Error: argument needs to be either -d, free or lock.", 255);
  if (turns !== undefined && !/^[0-3]$/.test(turns)) {
    throw new CommandError(`Error: expecting rotation 0, 1, 2 or 3, not '${turns}'`, 255);
  }
  if (mode === "lock") {
    // Without a number the current rotation stays.
    const wanted = turns ?? String((await system.display()).rotation);
    await system.putSetting("system", "user_rotation", wanted);
  }
  await system.putSetting("system", "accelerometer_rotation", mode === "free" ? "1" : "0");
  return undefined;
}

const FIXED_ROTATION_KEY = "fixed_to_user_rotation";
const FIXED_ROTATION_MODES = new Set(["enabled", "disabled", "default", "enabled_if_no_auto_rotation"]);

/**
 * Sets whether an app's requested orientation may turn the screen. No app of this device requests one, so the mode is
 * only stored.
 */
async function fixedRotation(args: string[], { system }: Process): Promise<string | undefined> {
  const [mode] = withoutDisplay(args);
  if (mode === undefined) return `${(await system.getSetting("global", FIXED_ROTATION_KEY)) ?? "default"}\n`;
  if (!FIXED_ROTATION_MODES.has(mode)) {
    throw new CommandError(`Error: expecting enabled, disabled or default, but we get ${mode}`, 255);
  }
  await system.putSetting("global", FIXED_ROTATION_KEY, mode);
  return undefined;
}
