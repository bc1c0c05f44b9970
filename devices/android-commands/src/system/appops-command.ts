import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { androidCommand, FailedAnswer, runSubcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption } from "../arguments.ts";
import { allowNotifications, blockedPackages } from "../notification-permission.ts";

const SHELL_NAMES = ["com.android.shell", "shell", "2000"];
const MODES = ["allow", "ignore", "deny", "default"];
const MOCK_LOCATION_KEY = "mock_location";

/** The operations that the device knows (AOSP AppOpsManager.java): for the shell, and for apps. */
const OPERATIONS = {
  MOCK_LOCATION: {
    ofShell: true,
    isAllowed: async (system: SystemCalls) => ((await system.getSetting("secure", MOCK_LOCATION_KEY)) ?? "0") !== "0",
    allow: (system: SystemCalls, _name: string, on: boolean) =>
      system.putSetting("secure", MOCK_LOCATION_KEY, on ? "1" : "0"),
  },
  POST_NOTIFICATION: {
    ofShell: false,
    isAllowed: async (system: SystemCalls, name: string) => !(await blockedPackages(system)).includes(name),
    allow: (system: SystemCalls, name: string, on: boolean) => allowNotifications(system, name, on),
  },
} as const;

/** Returns the package and the operation of the operands. */
async function read(list: string[], system: SystemCalls) {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) takeUserOption(option, args);
  const [given = "", text = "", mode = ""] = args.rest();
  const name = SHELL_NAMES.includes(given) ? SHELL_NAMES[0] : given;
  const installed = name === SHELL_NAMES[0] || (await system.packages()).some((app) => app.packageName === name);
  if (!installed || name === undefined) throw new FailedAnswer(`Error: No UID for ${given} in user 0`, 255);
  const known = text.replace(/^android:/, "").toUpperCase();
  const operation: keyof typeof OPERATIONS | undefined =
    known === "MOCK_LOCATION" || known === "POST_NOTIFICATION" ? known : undefined;
  if (!operation) throw new FailedAnswer(`Error: Unknown operation string: ${text}`, 255);
  return { name, operation, mode, applies: OPERATIONS[operation].ofShell === (name === SHELL_NAMES[0]) };
}

/** Subcommands of `appops` and `cmd appops` (AOSP AppOpsService.java, onShellCommand). */
export const appopsSubcommands: Subcommands = {
  usage:
    "AppOps service (appops) commands:\n  get <PACKAGE> <OP>\n  set <PACKAGE> <OP> <MODE>\n" +
    `    OP is ${Object.keys(OPERATIONS).join(" or ")}, MODE is ${MODES.join(", ")}\n`,
  commands: {
    get: async (list, { system }) => {
      const { name, operation, applies } = await read(list, system);
      if (!applies) return "No operations.\n";
      return `${operation}: ${(await OPERATIONS[operation].isAllowed(system, name)) ? "allow" : "ignore"}\n`;
    },
    set: async (list, { system }) => {
      const { name, operation, mode, applies } = await read(list, system);
      if (!MODES.includes(mode)) throw new FailedAnswer(`Error: Mode ${mode} is not valid,`, 255);
      if (!applies) throw new FailedAnswer(`Error: ${operation} does not apply to ${name}`, 255);
      const on = mode === "allow" || (mode === "default" && operation === "POST_NOTIFICATION");
      await OPERATIONS[operation].allow(system, name, on);
    },
  },
};

export const appopsCommand = androidCommand("appops", (process) =>
  runSubcommand(appopsSubcommands, process.args, process),
);
