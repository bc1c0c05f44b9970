import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import type { PackageInfo, StartResult } from "@terrarium/phone-shell/system-calls/activity-calls";
import { Arguments, takeUserOption } from "../arguments.ts";
import {
  describeIntent,
  fullComponentName,
  parseIntent,
  toHelperIntent,
  toIntent,
  type IntentArguments,
} from "./intent-arguments.ts";

const HOME_CATEGORY = "android.intent.category.HOME";
const LAUNCH_STATES = { started: "COLD", broughtToFront: "HOT", alreadyInFront: "UNKNOWN (0)", notFound: "" } as const;

interface StartOptions {
  wait: boolean;
  stopFirst: boolean;
  repeat: number;
}

/** `am start`, with the output of AOSP ActivityManagerShellCommand.runStartActivity. */
export async function startActivity(argumentList: string[], process: Process): Promise<number> {
  const { system, stdout, stderr } = process;
  const args = new Arguments(argumentList);
  const options: StartOptions = { wait: false, stopFirst: false, repeat: 1 };
  const intent = parseIntent(args, (option) => takeStartOption(options, option, args));
  const target = await withHome(intent, process);
  // With -W, all output goes to stdout, so that a waiting caller reads one stream.
  const told = options.wait ? stdout : stderr;
  for (let turn = 0; turn < options.repeat; turn++) {
    const startMs = process.clock.elapsedMs();
    if (options.stopFirst) await stopTarget(target, process);
    await stdout.write(`Starting: ${describeIntent(intent, false)}\n`);
    // A helper's activity shows nothing: it starts the helper's service.
    if (await system.startHelperComponent(toHelperIntent(target))) continue;
    const problem = await missing(target, process);
    if (problem !== undefined) {
      await told.write(`${problem}\n`);
      return 1;
    }
    const result = await system.startActivity(toIntent(target));
    if (!result.app) {
      await told.write(`Error: Activity not started, unable to resolve ${describeIntent(intent)}\n`);
      return 1;
    }
    await told.write(warningOf(result));
    if (options.wait) await stdout.write(timing(result, process.clock.elapsedMs() - startMs));
  }
  return 0;
}

function takeStartOption(options: StartOptions, option: string, args: Arguments): boolean {
  if (option === "-W") options.wait = true;
  else if (option === "-S") options.stopFirst = true;
  else if (option === "-R") options.repeat = Math.min(100, Math.max(1, args.requireInteger(option)));
  else if (
    ["--display", "--windowingMode", "--activityType", "--task", "-P", "--start-profiler", "--sampling"].includes(
      option,
    )
  )
    args.require(option);
  else
    return (
      ["-D", "-N", "--streaming", "--task-overlay", "--lock-task", "--allow-background-activity-starts"].includes(
        option,
      ) || takeUserOption(option, args)
    );
  return true;
}

/** Adds the home app's component to an intent for the home screen. */
async function withHome(intent: IntentArguments, { system }: Process): Promise<IntentArguments> {
  if (!intent.categories.includes(HOME_CATEGORY) || intent.component !== undefined) return intent;
  const home = (await system.packages()).find(({ isHome }) => isHome);
  return home ? { ...intent, component: home.component } : intent;
}

/** Returns an error text if the intent's component does not exist. */
async function missing({ component }: IntentArguments, { system }: Process): Promise<string | undefined> {
  if (component === undefined) return undefined;
  const known = (app: PackageInfo) => fullComponentName(app.component) === fullComponentName(component);
  if ((await system.packages()).some(known)) return undefined;
  return `Error type 3\nError: Activity class {${fullComponentName(component)}} does not exist.`;
}

async function stopTarget(intent: IntentArguments, { system, stdout }: Process): Promise<void> {
  const named = intent.component?.split("/")[0];
  const packageName = named ?? (await system.resolveActivity(toIntent(intent)))?.packageName;
  if (packageName === undefined) {
    throw new CommandError(`Error: Intent does not match any activities: ${describeIntent(intent, false)}`, 1);
  }
  await stdout.write(`Stopping: ${packageName}\n`);
  await system.forceStop(packageName);
}

function warningOf({ outcome }: StartResult): string {
  if (outcome === "broughtToFront")
    return "Warning: Activity not started, its current task has been brought to the front\n";
  if (outcome === "alreadyInFront")
    return "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
  return "";
}

function timing({ app, outcome, tookMs }: StartResult, waitedMs: number): string {
  const totalMs = outcome === "alreadyInFront" ? 0 : tookMs;
  return (
    `Status: ok\nLaunchState: ${LAUNCH_STATES[outcome]}\nActivity: ${app?.component ?? ""}\n` +
    `TotalTime: ${totalMs}\nWaitTime: ${Math.max(totalMs, Math.round(waitedMs))}\nComplete\n`
  );
}
