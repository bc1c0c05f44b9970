import type { ShellCommand } from "../../process.ts";
import type { SystemCalls } from "../../system-calls.ts";
import { CommandError, command } from "../command.ts";

const homeCategory = "android.intent.category.HOME";
const homeKeyCode = 3;

/** `am`, `pm` and `monkey`, as far as they start, end and list apps. */
export function createPackageCommands(system: SystemCalls): ShellCommand[] {
  return [
    command("am", async ([name, ...args]) => {
      if (name === "start" || name === "start-activity") return startActivity(system, args);
      if (name === "force-stop" && args.length > 0) return system.forceStop(args.at(-1) ?? "");
      throw new CommandError(
        `${name ? `Unknown command: am ${name}\n` : ""}usage: am start [-W] -n PACKAGE/ACTIVITY | am force-stop PACKAGE`,
        255,
      );
    }),
    command("pm", async ([name, what, ...args]) => {
      if (name === "list" && (what === "packages" || what === "package")) return listPackages(system, args);
      throw new CommandError(`${name ? `Unknown command: pm ${name}\n` : ""}usage: pm list packages [FILTER]`, 255);
    }),
    command("monkey", (args) => launch(system, args)),
  ];
}

async function startActivity(system: SystemCalls, args: string[]): Promise<string> {
  const option = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const flagsWithValue = new Set(["-n", "-a", "-c", "-d", "-t", "-f", "--user", "--display", "-p"]);
  const operand = args.find((arg, i) => !arg.startsWith("-") && !flagsWithValue.has(args[i - 1] ?? ""));
  if (option("-c") === homeCategory) {
    await system.key(homeKeyCode, "press");
    return `Starting: Intent { act=android.intent.action.MAIN cat=[${homeCategory}] }\n`;
  }
  const component = option("-n") ?? option("-p") ?? operand;
  if (component === undefined) throw new CommandError("Error: am start needs a component: -n PACKAGE/ACTIVITY");
  const packageName = component.split("/")[0] ?? "";
  const intent = component.includes("/") ? `cmp=${component}` : `pkg=${component}`;
  if (!(await system.startApp(packageName))) {
    throw new CommandError(
      `Starting: Intent { ${intent} }\nError type 3\nError: Activity class {${component}} does not exist.`,
    );
  }
  const waited = args.includes("-W")
    ? `Status: ok\nActivity: ${(await system.foregroundApp()).component}\nComplete\n`
    : "";
  return `Starting: Intent { ${intent} }\n${waited}`;
}

async function listPackages(system: SystemCalls, args: string[]): Promise<string> {
  const filter = args.find((arg) => !arg.startsWith("-")) ?? "";
  const names = (await system.apps()).map(({ packageName }) => packageName).filter((name) => name.includes(filter));
  return [...new Set(names)]
    .toSorted()
    .map((name) => `package:${name}\n`)
    .join("");
}

async function launch(system: SystemCalls, args: string[]): Promise<string> {
  const packageName = args.includes("-p") ? args[args.indexOf("-p") + 1] : undefined;
  if (packageName === undefined || args.at(-1) !== "1") {
    throw new CommandError("monkey: this device only launches an app: monkey -p PACKAGE 1");
  }
  if (!(await system.startApp(packageName))) {
    throw new CommandError("** No activities found to run, monkey aborted.", 252);
  }
  return "Events injected: 1\n## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)\n";
}
