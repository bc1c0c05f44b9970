import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand, FailedAnswer, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { bluetoothSubcommands, phoneSubcommands, wifiSubcommands } from "./radio-services.ts";

const USAGE = `Available commands:
    help     Show information about the subcommands
    bluetooth Control the Bluetooth manager
    data     Enable/Disable Mobile Data Connectivity
    nfc      Control NFC functions
    power    Control the power manager
    wifi     Control the Wi-Fi manager
`;

/** Values of `svc power stayon` as bits of BatteryManager: AC 1, USB 2, wireless 4. */
const POWER_SOURCES = new Map([
  ["true", "7"],
  ["false", "0"],
  ["ac", "1"],
  ["usb", "2"],
  ["wireless", "4"],
]);

/** Makes a subcommand that forwards to a radio's own service, as AOSP's cmds/svc/svc does. */
function radio(name: string, title: string, service: Subcommands, on: string[], off: string[]): Subcommand {
  return async ([action], process) => {
    if (action === "enable") return runSubcommand(service, on, process);
    if (action === "disable") return runSubcommand(service, off, process);
    throw new FailedAnswer(`${title}\n\nusage: svc ${name} [enable|disable]\n         Turn it on or off.\n`);
  };
}

const commands: Record<string, Subcommand> = {
  wifi: radio(
    "wifi",
    "Control the Wi-Fi manager",
    wifiSubcommands,
    ["set-wifi-enabled", "enabled"],
    ["set-wifi-enabled", "disabled"],
  ),
  data: radio(
    "data",
    "Enable/Disable Mobile Data Connectivity",
    phoneSubcommands,
    ["data", "enable"],
    ["data", "disable"],
  ),
  bluetooth: radio("bluetooth", "Control the Bluetooth manager", bluetoothSubcommands, ["enable"], ["disable"]),
  nfc: async () => {
    throw new CommandError("Got a null NfcAdapter, is the system running?");
  },
  power: async ([action, value = ""], { system }) => {
    if (action === "reboot") return system.reboot();
    if (action === "stayon") {
      const bits = POWER_SOURCES.get(value);
      if (bits !== undefined) return system.putSetting("global", "stay_on_while_plugged_in", bits);
    }
    if (action === "shutdown") {
      throw new CommandError("svc: this device runs for as long as whoever started it wants; end it there");
    }
    throw new CommandError("usage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot", 255);
  },
};

/** `svc`: controls radios and power (AOSP cmds/svc). */
export const svcCommand = androidCommand("svc", async (process) => {
  const [name] = process.args;
  // Unknown names print the help, as in Svc.java.
  if (name === undefined || !Object.hasOwn(commands, name)) {
    await process.stderr.write(USAGE);
    return name === undefined || name === "help" ? 0 : 1;
  }
  return runSubcommand({ commands, usage: USAGE }, process.args, process);
});
