import type { SettingNamespace } from "../../../../system/device-settings.ts";
import { CommandError } from "../../command.ts";
import { androidCommand, runSubcommand, type Subcommand } from "../android-command.ts";

const usage = `Available commands:
    help     Show information about the subcommands
    bluetooth [enable|disable]
    data      [enable|disable]
    power     [stayon true|false|usb|ac|wireless, reboot, shutdown]
    wifi      [enable|disable]
`;

/** A radio that a setting turns on and off. */
function radio(name: string, namespace: SettingNamespace, key: string): Subcommand {
  return async ([action], { system }) => {
    if (action !== "enable" && action !== "disable") throw new CommandError(`usage: svc ${name} [enable|disable]`, 255);
    await system.putSetting(namespace, key, action === "enable" ? "1" : "0");
  };
}

const commands: Record<string, Subcommand> = {
  wifi: radio("wifi", "global", "wifi_on"),
  data: radio("data", "global", "mobile_data"),
  bluetooth: radio("bluetooth", "global", "bluetooth_on"),
  power: async ([action, value = ""], { system }) => {
    if (action === "reboot") return system.reboot();
    if (action === "stayon") {
      // The bits of BatteryManager: AC 1, USB 2, wireless 4.
      const bits = { true: "7", false: "0", ac: "1", usb: "2", wireless: "4" }[value];
      if (bits !== undefined) return system.putSetting("global", "stay_on_while_plugged_in", bits);
    }
    if (action === "shutdown") {
      throw new CommandError("svc: this device runs for as long as whoever started it wants; end it there");
    }
    throw new CommandError("usage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot", 255);
  },
};

/** `svc`: radios and power (AOSP cmds/svc). */
export const svcCommand = androidCommand("svc", (process) =>
  runSubcommand("svc", { commands, usage }, process.args, process),
);
