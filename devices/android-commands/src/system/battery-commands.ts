import type { Process } from "@terrarium/phone-shell/process";
import {
  batteryFields,
  batteryKey,
  powerSources,
  readBattery,
  type BatteryField,
} from "@terrarium/phone-system/battery";
import { FailedAnswer, runSubcommand, type Subcommands } from "../android-command.ts";

const USAGE = `Battery service (battery) commands:
  get [ac|usb|wireless|dock|status|level|temp|present|counter]
  set [ac|usb|wireless|dock|status|level|temp|present|counter] <value>
    Show a value other than the true one, until reset or a restart.
  unplug
    Show all power sources as unplugged.
  reset
    Show the truth again.
`;

/** Subcommands of `dumpsys battery` and `cmd battery` (AOSP BatteryService.java, onShellCommand). */
export const batterySubcommands: Subcommands = {
  usage: USAGE,
  commands: {
    get: async (args, { system }) => `${(await readBattery(system))[fieldOf(args[0], "get")]}\n`,
    set: async ([name, value, ...rest], process) => {
      // -f forces an immediate update. Updates are always immediate here.
      if (name === "-f") return runSubcommand(batterySubcommands, ["set", value ?? "", ...rest], process);
      const field = fieldOf(name, "set");
      if (value === undefined) throw new FailedAnswer("No value specified", 255);
      if (!/^-?\d+$/.test(value)) throw new FailedAnswer(`Bad value: ${value}`, 255);
      await process.system.putSetting("global", batteryKey(field), value);
      return undefined;
    },
    unplug: async (_args, { system }) => {
      for (const source of powerSources) await system.putSetting("global", batteryKey(source), "0");
    },
    reset: async (_args, { system }) => {
      for (const field of batteryFields) await system.deleteSetting("global", batteryKey(field));
    },
  },
};

function fieldOf(name: string | undefined, action: string): BatteryField {
  if (name === undefined) throw new FailedAnswer("No property specified", 255);
  const field = batteryFields.find((known) => known === name);
  if (!field) throw new FailedAnswer(`Unknown ${action} option: ${name}`, 255);
  return field;
}

/** `dumpsys battery`, with its subcommands. */
export async function batteryDump(args: string[], process: Process): Promise<string> {
  if (args.length > 0 && args[0] !== "-a") {
    const output = await runSubcommand(batterySubcommands, args, process);
    if (typeof output === "string") return output;
    return "";
  }
  const battery = await readBattery(process.system);
  const yes = (field: BatteryField) => battery[field] !== 0;
  return `Current Battery Service state:
${battery.stopped ? "  (UPDATES STOPPED -- use 'reset' to restart)\n" : ""}  AC powered: ${yes("ac")}
  USB powered: ${yes("usb")}
  Wireless powered: ${yes("wireless")}
  Dock powered: ${yes("dock")}
  Max charging current: 0
  Max charging voltage: 0
  Charge counter: ${battery.counter}
  status: ${battery.status}
  health: 2
  present: ${yes("present")}
  level: ${battery.level}
  scale: 100
  voltage: 5000
  temperature: ${battery.temp}
  technology: Li-ion
`;
}
