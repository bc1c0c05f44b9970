import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import type { Subcommands } from "../android-command.ts";
import { Arguments, decimalOf } from "../arguments.ts";
import { illegalArgument } from "../java-exception.ts";
import { displayInfo } from "../screen/screen-dumps.ts";

export const clipboardSubcommands: Subcommands = {
  usage: "Clipboard commands:\n  get-primary-clip\n  set-primary-clip <TEXT>\n  clear-primary-clip\n",
  commands: {
    "get-primary-clip": async (_args, { system }) => `${await system.getClipboard()}\n`,
    "set-primary-clip": async (args, { system }) => system.setClipboard(args.join(" ")),
    "clear-primary-clip": async (_args, { system }) => system.setClipboard(""),
  },
};

export const statusbarSubcommands: Subcommands = {
  usage:
    "Status bar commands:\n  expand-notifications\n    Open the notifications panel.\n  expand-settings\n" +
    "    Open the notifications panel and expand quick settings if present.\n  collapse\n    Collapse the notifications and settings panel.\n",
  commands: {
    "expand-notifications": (_args, { system }) => system.panel("expandNotifications"),
    "expand-settings": (_args, { system }) => system.panel("expandSettings"),
    collapse: (_args, { system }) => system.panel("collapse"),
    "get-status-icons": async () => "clock\nwifi\nbattery\n",
  },
};

/** AOSP UiModeManager.java, MODE_NIGHT_*. */
const NIGHT_MODES = new Map([
  ["auto", "0"],
  ["no", "1"],
  ["yes", "2"],
]);

export const uimodeSubcommands: Subcommands = {
  usage: "UiModeManager service (uimode) commands:\n  night [yes|no|auto]\n    Set or read night mode.\n",
  commands: {
    night: async ([wanted], { system }) => {
      if (wanted !== undefined) {
        const value = NIGHT_MODES.get(wanted);
        if (value === undefined) throw new CommandError("Error: mode must be one of 'yes', 'no' or 'auto'", 255);
        await system.putSetting("secure", "ui_night_mode", value);
      }
      const now = await system.getSetting("secure", "ui_night_mode");
      const [name = "yes"] = [...NIGHT_MODES].find(([, value]) => value === now) ?? [];
      return `Night mode: ${name}\n`;
    },
  },
};

const MAX_BRIGHTNESS = 255;

export const displaySubcommands: Subcommands = {
  usage:
    "Display manager commands:\n  get-displays\n    Prints the displays.\n  set-brightness BRIGHTNESS\n" +
    "    Sets the current brightness to BRIGHTNESS (a number between 0 and 1).\n",
  commands: {
    "get-displays": async (_args, { system }) => `Displays:\nDisplay id 0: ${await displayInfo(system)}\n`,
    "set-brightness": async ([text = ""], { system }) => {
      const share = decimalOf(text);
      if (share === undefined) throw new CommandError("Error: no brightness specified", 1);
      if (share < 0 || share > 1) throw new CommandError("Error: brightness should be a number between 0 and 1", 1);
      await system.putSetting("system", "screen_brightness", String(Math.round(share * MAX_BRIGHTNESS)));
    },
  },
};

/** Overlays of the navigation modes on Android, with the setting's value for each. */
const NAVIGATION_MODES = new Map([
  ["com.android.internal.systemui.navbar.threebutton", "0"],
  ["com.android.internal.systemui.navbar.gestural", "2"],
]);

async function chooseNavigation(list: string[], { system }: Process): Promise<void> {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--user") args.require(option);
    else if (option !== "--category") throw new CommandError(`Error: Unknown option: ${option}`, 1);
  }
  const name = args.require("enable");
  const mode = NAVIGATION_MODES.get(name);
  if (mode === undefined) throw illegalArgument(`failed to find overlay ${name}`);
  await system.putSetting("secure", "navigation_mode", mode);
}

export const overlaySubcommands: Subcommands = {
  usage: "Overlay manager (overlay) commands:\n  list\n  enable PACKAGE\n  enable-exclusive [--category] PACKAGE\n",
  commands: {
    list: async (_args, { system }) => {
      const now = await system.getSetting("secure", "navigation_mode");
      const rows = [...NAVIGATION_MODES].map(([name, mode]) => `[${mode === now ? "x" : " "}] ${name}\n`);
      return `android\n${rows.join("")}`;
    },
    enable: async (args, process) => chooseNavigation(args, process),
    "enable-exclusive": async (args, process) => chooseNavigation(args, process),
  },
};
