import type { Process } from "../../../process.ts";
import { CommandError } from "../../command.ts";
import { activitySubcommands } from "../activity/am-command.ts";
import { androidCommand, runSubcommand, type Subcommands } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { packageSubcommands } from "../package/pm-command.ts";
import { inputSubcommands } from "../screen/input-command.ts";
import { windowSubcommands } from "../screen/wm-command.ts";
import { inputMethodSubcommands } from "./ime-command.ts";
import { settingsSubcommands } from "./settings-command.ts";

const clipboard: Subcommands = {
  usage: "Clipboard commands:\n  get-primary-clip\n  set-primary-clip <TEXT>\n  clear-primary-clip\n",
  commands: {
    "get-primary-clip": async (_args, { system }) => `${await system.getClipboard()}\n`,
    "set-primary-clip": async (args, { system }) => system.setClipboard(args.join(" ")),
    "clear-primary-clip": async (_args, { system }) => system.setClipboard(""),
  },
};

const statusbar: Subcommands = {
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

const uimode: Subcommands = {
  usage: "UiModeManager service (uimode) commands:\n  night [yes|no]\n    Set or read night mode.\n",
  commands: {
    night: async ([wanted], { system }) => {
      const modes = new Map([
        ["yes", "2"],
        ["no", "1"],
      ]);
      const value = modes.get(wanted ?? "");
      if (wanted !== undefined && value === undefined) {
        throw new CommandError("Error: mode must be one of 'yes' or 'no'", 255);
      }
      if (value !== undefined) await system.putSetting("secure", "ui_night_mode", value);
      const now = (await system.getSetting("secure", "ui_night_mode")) === "1" ? "no" : "yes";
      return `Night mode: ${now}\n`;
    },
  },
};

const connectivity: Subcommands = {
  usage: "Connectivity service commands:\n  airplane-mode [enable|disable]\n    Get or set airplane mode.\n",
  commands: {
    "airplane-mode": async ([action], { system }) => {
      if (action === "enable" || action === "disable") {
        return system.putSetting("global", "airplane_mode_on", action === "enable" ? "1" : "0");
      }
      if (action !== undefined) throw new CommandError(`Error: enable or disable, not "${action}"`, 255);
      return (await system.getSetting("global", "airplane_mode_on")) === "1" ? "enabled\n" : "disabled\n";
    },
  },
};

const wifi: Subcommands = {
  usage: "Wi-Fi (wifi) commands:\n  status\n  set-wifi-enabled enabled|disabled\n",
  commands: {
    status: async (_args, { system }) =>
      `Wifi is ${(await system.getSetting("global", "wifi_on")) === "0" ? "disabled" : "enabled"}\n`,
    "set-wifi-enabled": async ([state], { system }) => {
      if (state !== "enabled" && state !== "disabled") throw new CommandError("Error: enabled or disabled", 255);
      await system.putSetting("global", "wifi_on", state === "enabled" ? "1" : "0");
    },
  },
};

const bluetooth: Subcommands = {
  usage: "Bluetooth Manager Commands:\n  enable\n  disable\n",
  commands: {
    enable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "1"),
    disable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "0"),
  },
};

const shellPackage = "com.android.shell";

const notification: Subcommands = {
  usage: "Notification commands:\n  post [-t TITLE] TAG TEXT\n  list\n  cancel TAG\n",
  commands: {
    post: async (list, { system }) => {
      const args = new Arguments(list);
      let title = "Shell";
      for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
        const value = args.require(option);
        if (option === "-t" || option === "--title") title = value;
      }
      const [id, ...words] = [args.require("post"), args.require("TAG"), ...args.rest()];
      await system.postNotification({ packageName: shellPackage, id: id ?? "", title, text: words.join(" ") });
      return `posting:\n  ${title}: ${words.join(" ")}\n`;
    },
    list: async (_args, { system }) =>
      (await system.notifications()).map(({ packageName, id }) => `0|${packageName}|${id}|null|0\n`).join(""),
    cancel: async ([id = ""], { system }) => system.cancelNotification(shellPackage, id),
  },
};

/** What `cmd` finds, by the names of Android's services. */
const services: Readonly<Record<string, Subcommands>> = {
  activity: activitySubcommands,
  bluetooth_manager: bluetooth,
  clipboard,
  connectivity,
  input: inputSubcommands,
  input_method: inputMethodSubcommands,
  notification,
  package: packageSubcommands,
  settings: settingsSubcommands,
  statusbar,
  uimode,
  wifi,
  window: windowSubcommands,
};

/** `cmd SERVICE …`: a service's own commands. */
export const cmdCommand = androidCommand("cmd", async (process: Process) => {
  const [name, ...args] = process.args;
  if (name === undefined) throw new CommandError("cmd: No service specified; use -l to list all running services", 20);
  if (name === "-l")
    return `Currently running services:\n${Object.keys(services)
      .map((each) => `  ${each}\n`)
      .join("")}`;
  const service = Object.hasOwn(services, name) ? services[name] : undefined;
  if (!service) throw new CommandError(`cmd: Can't find service: ${name}`, 20);
  return runSubcommand(`cmd ${name}`, service, args, process);
});
