import { CommandError } from "../../../command-error.ts";
import { FailedAnswer, type Subcommands } from "../android-command.ts";
import { illegalArgument, securityException } from "../java-exception.ts";

/** AOSP Settings.Secure, LOCATION_MODE_OFF and LOCATION_MODE_HIGH_ACCURACY. */
const LOCATION_MODES = { off: "0", on: "3" };

/** Returns whether the text is `yes`. Throws with the message of AOSP ShellCommand utilities if it is neither word. */
function either(text: string | undefined, yes: string, no: string): boolean {
  if (text !== yes && text !== no) {
    throw illegalArgument(`Expected '${yes}' or '${no}' as next arg but got '${text ?? "null"}'`);
  }
  return text === yes;
}

export const wifiSubcommands: Subcommands = {
  usage: "Wi-Fi (wifi) commands:\n  status\n  set-wifi-enabled enabled|disabled\n",
  commands: {
    status: async (_args, { system }) =>
      `Wifi is ${(await system.getSetting("global", "wifi_on")) === "0" ? "disabled" : "enabled"}\n`,
    "set-wifi-enabled": async ([state], { system }) =>
      system.putSetting("global", "wifi_on", either(state, "enabled", "disabled") ? "1" : "0"),
  },
};

export const bluetoothSubcommands: Subcommands = {
  usage: "Bluetooth Manager Commands:\n  enable\n  disable\n",
  commands: {
    enable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "1"),
    disable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "0"),
  },
};

export const connectivitySubcommands: Subcommands = {
  usage: "Connectivity service commands:\n  airplane-mode [enable|disable]\n    Get or set airplane mode.\n",
  commands: {
    "airplane-mode": async ([action], { system }) => {
      if (action === "enable" || action === "disable") {
        return system.putSetting("global", "airplane_mode_on", action === "enable" ? "1" : "0");
      }
      if (action !== undefined) throw new FailedAnswer(connectivitySubcommands.usage.trimEnd(), 255);
      return (await system.getSetting("global", "airplane_mode_on")) === "1" ? "enabled\n" : "disabled\n";
    },
  },
};

export const phoneSubcommands: Subcommands = {
  usage: "Telephony Commands:\n  data enable|disable\n    Turn mobile data on or off.\n",
  commands: {
    data: async ([action], { system }) => {
      if (action !== "enable" && action !== "disable") throw new FailedAnswer(phoneSubcommands.usage.trimEnd(), 255);
      await system.putSetting("global", "mobile_data", action === "enable" ? "1" : "0");
    },
  },
};

/**
 * Subcommands of `cmd location`. The device has no position: no provider reports one, and test providers cannot add
 * one.
 */
export const locationSubcommands: Subcommands = {
  usage:
    "Location service commands:\n  is-location-enabled\n    Gets the master location switch enabled state.\n" +
    "  set-location-enabled true|false\n    Sets the master location switch enabled state.\n",
  commands: {
    "is-location-enabled": async (_args, { system }) =>
      `${(await system.getSetting("secure", "location_mode")) !== LOCATION_MODES.off}\n`,
    "set-location-enabled": async ([state], { system }) =>
      system.putSetting("secure", "location_mode", LOCATION_MODES[either(state, "true", "false") ? "on" : "off"]),
    providers: async ([action]) => {
      if (action === undefined) throw new CommandError("Error: a command for the providers is missing", 255);
      throw securityException("com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION");
    },
  },
};
