import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { androidCommand, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption, unknownOption } from "../arguments.ts";
import { activityStack } from "./activity-dump.ts";
import { instrument } from "./instrument.ts";
import { describeIntent, fullComponentName, parseIntent, toHelperIntent, toIntent } from "./intent-arguments.ts";
import { startActivity } from "./start-activity.ts";

const USAGE = `Activity manager (activity) commands:
  start, start-activity [-W] [-S] [-R COUNT] <INTENT>
      Start an activity: -W waits and tells the times, -S stops the app first, -R starts it so many times.
  force-stop <PACKAGE>
      End an app and all that belongs to it.
  kill <PACKAGE> | kill-all
      End apps that are not in front.
  broadcast <INTENT>
      Send a broadcast; helpers of agent tools receive it, but no app of this device does.
  stack list | task list
      List the tasks.
  get-current-user | get-started-user-state <USER> | is-user-stopped <USER>
  get-config
      The configuration of the device: locale, size, density, night mode.
  to-uri <INTENT> | to-intent-uri <INTENT>
  clear-recent-apps
  instrument [-w] [-e NAME VALUE]... <COMPONENT>
      Run an installed helper of an agent tool.
  idle-maintenance, profile, dumpheap
      Not on this device, whose apps are no Android packages.
<INTENT>:
  [-a ACTION] [-d DATA_URI] [-t MIME_TYPE] [-i ID] [-c CATEGORY]... [-n COMPONENT] [-p PACKAGE] [-f FLAGS]
  [-e|--es KEY TEXT] [--esn KEY] [--ez KEY BOOLEAN] [--ei KEY INT] [--el KEY LONG] [--ef KEY FLOAT]
  [--eu KEY URI] [--ecn KEY COMPONENT] [--esa KEY TEXT,...] [URI | PACKAGE | COMPONENT]
`;

/** Makes a subcommand that fails, because the device's apps are not Android packages. */
const declined =
  (what: string): Subcommand =>
  async () => {
    throw new CommandError(`Error: ${what}: the apps of this device are no Android packages`);
  };

const commands: Record<string, Subcommand> = {
  start: startActivity,
  "start-activity": startActivity,
  "force-stop": async (args, { system }) => system.forceStop(packageArgument(args, "force-stop")),
  kill: async (args, process) => killInBackground(packageArgument(args, "kill"), process),
  "kill-all": async (_args, process) => {
    for (const { packageName } of await process.system.recentApps()) await killInBackground(packageName, process);
  },
  broadcast,
  stack: async ([what], process) => {
    if (what === "list") return activityStack(process.system);
    throw new CommandError(`Error: unknown command '${what ?? ""}'`, 255);
  },
  task: async ([what], process) => {
    if (what === "list") return activityStack(process.system);
    throw new CommandError(`Error: unknown command '${what ?? ""}'`, 255);
  },
  "get-current-user": async () => "0\n",
  "get-started-user-state": async ([user]) => (user === "0" ? "RUNNING_UNLOCKED\n" : `User is not started: ${user}\n`),
  "is-user-stopped": async ([user]) => `${user !== "0"}\n`,
  "get-config": async (_args, { system }) => config(system),
  "get-standby-bucket": async () => "5\n",
  "to-uri": async (args) => `${intentUri(args)}\n`,
  "to-intent-uri": async (args) => `${intentUri(args)}\n`,
  "clear-recent-apps": async (_args, { system }) => {
    for (const { packageName } of await system.recentApps()) await system.stopApp(packageName);
  },
  "wait-for-broadcast-idle": async () => "All broadcast queues are idle!\n",
  instrument,
  startservice: startService,
  "start-service": startService,
  "start-foreground-service": startService,
  stopservice: stopService,
  "stop-service": stopService,
  profile: declined("no process can be profiled"),
  dumpheap: declined("no heap can be dumped"),
};

/** Subcommands of `am` and `cmd activity`. */
export const ACTIVITY_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const amCommand = androidCommand("am", (process) => runSubcommand(ACTIVITY_SUBCOMMANDS, process.args, process));

function packageArgument(list: string[], command: string): string {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (!takeUserOption(option, args)) throw unknownOption(option);
  }
  return args.require(command);
}

async function killInBackground(packageName: string, { system }: Process): Promise<void> {
  if ((await system.foregroundApp()).packageName !== packageName) await system.stopApp(packageName);
}

async function broadcast(list: string[], { stdout, system }: Process): Promise<void> {
  const args = new Arguments(list);
  const intent = parseIntent(args, (option) => {
    if (option === "--receiver-permission") args.require(option);
    else
      return (
        ["--async", "--receiver-foreground", "--allow-background-activity-starts"].includes(option) ||
        takeUserOption(option, args)
      );
    return true;
  });
  // Android adds the flag FLAG_RECEIVER_FROM_SHELL (AOSP Intent.java).
  const sent = { ...intent, flags: intent.flags | 0x400000 };
  if (intent.action === "android.intent.action.CLOSE_SYSTEM_DIALOGS") await system.panel("collapse");
  const { resultCode, data } = (await system.sendBroadcast(toHelperIntent(intent))) ?? { resultCode: 0 };
  const result = `result=${resultCode}${data === undefined ? "" : `, data="${data}"`}`;
  await stdout.write(`Broadcasting: ${describeIntent(sent, false)}\nBroadcast completed: ${result}\n`);
}

/** Starts a helper's service. Fails as for an unknown service otherwise: no app of the device has a service. */
async function startService(list: string[], { stdout, system }: Process): Promise<void> {
  const intent = readIntent(list);
  await stdout.write(`Starting service: ${describeIntent(intent, false)}\n`);
  if (await system.startHelperComponent(toHelperIntent(intent))) return;
  throw new CommandError("Error: Not found; no service started.", 255);
}

async function stopService(list: string[], { stdout }: Process): Promise<never> {
  await stdout.write(`Stopping service: ${describeIntent(readIntent(list), false)}\n`);
  throw new CommandError("Service not stopped: was not running.", 255);
}

function readIntent(list: string[]) {
  const args = new Arguments(list);
  return parseIntent(args, (option) => takeUserOption(option, args));
}

function intentUri(list: string[]): string {
  const parsed = readIntent(list);
  const intent = toIntent(parsed);
  const parts = [
    intent.action !== undefined && `action=${intent.action}`,
    ...parsed.categories.map((category) => `category=${category}`),
    intent.mimeType !== undefined && `type=${intent.mimeType}`,
    parsed.packageName !== undefined && `package=${parsed.packageName}`,
    parsed.component !== undefined && `component=${fullComponentName(parsed.component)}`,
    ...Object.entries(parsed.extras).map(([key, value]) => `S.${encodeURIComponent(key)}=${encodeURIComponent(value)}`),
  ].filter((part) => part !== false);
  return `${intent.dataUri ?? ""}#Intent;${parts.map((part) => `${part};`).join("")}end`;
}

async function config(system: Process["system"]): Promise<string> {
  const { widthPx, heightPx, densityDpi } = await system.display();
  const locale = ((await system.getSetting("system", "system_locales")) ?? "en-US").replace("-", "-r");
  const night = (await system.getSetting("secure", "ui_night_mode")) === "2" ? "night" : "notnight";
  const dp = (px: number) => Math.floor((px * 160) / densityDpi);
  const [width, height] = [dp(widthPx), dp(heightPx)];
  const orientation = width > height ? "land" : "port";
  const sdk = await system.getProperty("ro.build.version.sdk");
  const abi = await system.getProperty("ro.product.cpu.abi");
  return (
    `config: ${locale}-ldltr-sw${Math.min(width, height)}dp-w${width}dp-h${height}dp-${orientation}-${night}-` +
    `${densityDpi}dpi-finger-keyssoft-nokeys-navhidden-nonav-v${sdk}\nabi: ${abi}\n`
  );
}
