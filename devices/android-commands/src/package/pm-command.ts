import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { apkPath } from "@terrarium/phone-system/package-files";
import { fullComponentName, parseIntent, toIntent } from "../activity/intent-arguments.ts";
import { androidCommand, FailedAnswer, runSubcommand, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, takeUserOption, unknownOption } from "../arguments.ts";
import { illegalArgument, securityException } from "../java-exception.ts";
import { allowNotifications, NOTIFICATION_PERMISSION } from "../notification-permission.ts";
import { abandonSession, commitSession, createSession, install, writeSession } from "./install.ts";
import { packageDump } from "./package-dump.ts";
import { FEATURES, installedPackages, type ShownPackage, systemPermissions } from "./packages.ts";

const USAGE = `Package manager (package) commands:
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [--show-versioncode] [FILTER]
      Print the installed packages: -f with their files, -s only system ones, -3 only helpers, -U with their users.
  list features | users | permissions | permission-groups | libraries | instrumentation
  path <PACKAGE>
      Print the file of a package.
  dump <PACKAGE>
  clear <PACKAGE>
      End an app and remove its data.
  resolve-activity [--brief] [--components] <INTENT>
  query-activities [--brief] [--components] <INTENT>
  has-feature <NAME>
  install, install-create, install-write, install-commit, install-abandon
      Known helpers of agent tools are installed. Others are refused: this device has its apps built in.
  uninstall <PACKAGE>
      Helpers are removed; apps are the system's.
  grant | revoke <PACKAGE> <PERMISSION>
  enable | disable | disable-user <PACKAGE>
  get-install-location, get-max-users
`;

const commands: Record<string, Subcommand> = {
  list,
  path: async (args, process) => {
    const { path } = await requirePackage(args, process, "");
    return `package:${path}\n`;
  },
  dump: async (args, process) => packageDump(process.system, args[0]),
  clear: async (args, process) => {
    const { packageName, helper } = await requirePackage(args, process, "Failed");
    if (helper) await process.system.forceStop(packageName);
    else await process.system.clearData(packageName);
    return "Success\n";
  },
  "resolve-activity": async (args, process) => resolve(args, process, false),
  "query-activities": async (args, process) => resolve(args, process, true),
  "has-feature": async ([name]) => {
    if (FEATURES.includes(name ?? "")) return "true\n";
    throw new FailedAnswer("false");
  },
  install,
  "install-existing": async (args, process) => {
    const { packageName } = await requirePackage(
      args,
      process,
      `android.content.pm.PackageManager$NameNotFoundException: Package ${operandsOf(args)[0] ?? ""} doesn't exist`,
    );
    return `Package ${packageName} installed for user: 0\n`;
  },
  "install-create": createSession,
  "install-write": writeSession,
  "install-commit": commitSession,
  "install-abandon": abandonSession,
  "install-destroy": abandonSession,
  uninstall: async (args, process) => {
    const { packageName, helper } = await requirePackage(args, process, "Failure [not installed for 0]");
    if (helper && (await process.system.uninstallHelper(packageName))) return "Success\n";
    throw new FailedAnswer("Failure [DELETE_FAILED_INTERNAL_ERROR]");
  },
  grant: (args, process) => permission(args, process, true),
  revoke: (args, process) => permission(args, process, false),
  "reset-permissions": async () => undefined,
  enable: async (args, process) => {
    const { packageName } = await requirePackage(args, process, unknownPackage(args));
    return `Package ${packageName} new state: enabled\n`;
  },
  disable: protect,
  "disable-user": protect,
  "disable-until-used": protect,
  hide: protect,
  suspend: protect,
  "get-install-location": async () => "0[auto]\n",
  "get-max-users": async () => "Maximum supported users: 1\n",
  "get-max-running-users": async () => "Maximum supported running users: 1\n",
};

/** Subcommands of `pm` and `cmd package`. */
export const PACKAGE_SUBCOMMANDS: Subcommands = { commands, usage: USAGE };

export const pmCommand = androidCommand("pm", (process) => runSubcommand(PACKAGE_SUBCOMMANDS, process.args, process));

function operandsOf(list: string[]): string[] {
  const args = new Arguments(list);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) takeUserOption(option, args);
  return args.rest();
}

/** Returns the package with the operand's name. Fails with the given text or error if it does not exist. */
async function requirePackage(args: string[], { system }: Process, missing: string | Error): Promise<ShownPackage> {
  const [name] = operandsOf(args);
  if (name === undefined) throw new CommandError("Error: no package specified", 1);
  const found = (await installedPackages(system)).find(({ packageName }) => packageName === name.split("/")[0]);
  if (!found) throw typeof missing === "string" ? new FailedAnswer(missing) : missing;
  return found;
}

function unknownPackage(args: string[]): Error {
  return illegalArgument(`Unknown package: ${operandsOf(args)[0] ?? ""}`);
}

async function list(args: string[], process: Process): Promise<string> {
  const [what, ...rest] = args;
  switch (what) {
    case "package":
    case "packages":
      return listPackages(rest, process);
    case "features":
      return FEATURES.map((name) => `feature:${name}\n`).join("");
    case "users":
      return "Users:\n\tUserInfo{0:Owner:4c13} running\n";
    case "permissions":
      return `All Permissions:\n\n${systemPermissions.map((name) => `permission:${name}\n`).join("")}`;
    case "instrumentation":
      return (await process.system.helperPackages())
        .map(({ packageName, instrumentation }) =>
          instrumentation
            ? `instrumentation:${packageName}/${instrumentation.runner} (target=${instrumentation.target})\n`
            : "",
        )
        .join("");
    case "permission-groups":
    case "libraries":
    case "staged-sessions":
      return "";
    default:
      throw new FailedAnswer(
        what === undefined ? "Error: didn't specify type of data to list" : `Error: unknown list type '${what}'`,
        255,
      );
  }
}

async function listPackages(list: string[], { system }: Process): Promise<string> {
  const args = new Arguments(list);
  const flags = new Set<string>();
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--uid") flags.add(`uid ${args.require(option)}`);
    else if (/^-[fdeslu3iUa]$|^--(show-versioncode|apex-only|factory-only)$/.test(option)) flags.add(option);
    else if (!takeUserOption(option, args)) throw unknownOption(option);
  }
  if (flags.has("-d") || flags.has("--apex-only")) return "";
  const filter = args.next() ?? "";
  const uid = [...flags].find((flag) => flag.startsWith("uid "))?.slice("uid ".length);
  const shown = (await installedPackages(system)).filter(
    ({ packageName, userId, helper }) =>
      packageName.includes(filter) &&
      (uid === undefined || String(userId) === uid) &&
      !(helper ? flags.has("-s") : flags.has("-3")),
  );
  return shown
    .map(({ packageName, userId, path, versionCode }) => {
      const file = flags.has("-f") ? `${path}=` : "";
      const code = flags.has("--show-versioncode") ? ` versionCode:${versionCode}` : "";
      const installer = flags.has("-i") ? "  installer=null" : "";
      const user = flags.has("-U") || uid !== undefined ? ` uid:${userId}` : "";
      return `package:${file}${packageName}${code}${installer}${user}\n`;
    })
    .join("");
}

async function resolve(list: string[], { system }: Process, query: boolean): Promise<string> {
  const args = new Arguments(list);
  const flags = new Set<string>();
  const intent = parseIntent(args, (option) => {
    if (option === "--brief" || option === "--components") flags.add(option);
    else if (option === "--query-flags") args.require(option);
    else return takeUserOption(option, args);
    return true;
  });
  const packages = await system.packages();
  const launcher = intent.categories.includes("android.intent.category.LAUNCHER");
  const home = intent.categories.includes("android.intent.category.HOME");
  const target = intent.component?.split("/")[0] ?? intent.packageName;
  const found =
    (launcher || home) && target === undefined
      ? packages.filter(({ isHome }) => isHome === home)
      : [await system.resolveActivity(toIntent(intent))].filter((app) => app !== undefined);
  const shown = query ? found : found.slice(0, 1);
  if (shown.length === 0) return query ? "No activities found\n" : "No activity found\n";
  const priority = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";
  if (flags.has("--components")) return shown.map(({ component }) => `${component}\n`).join("");
  const describe = ({ packageName, component }: { packageName: string; component: string }, indent: string) =>
    flags.has("--brief")
      ? `${indent}${priority}\n${indent}${component}\n`
      : `${indent}${priority}\n${indent}ActivityInfo:\n${indent}  name=${fullComponentName(component).split("/")[1]}\n` +
        `${indent}  packageName=${packageName}\n${indent}  enabled=true exported=true directBootAware=false\n` +
        `${indent}  ApplicationInfo:\n${indent}    packageName=${packageName}\n${indent}    sourceDir=${apkPath(packageName)}\n`;
  if (!query) return shown.map((app) => describe(app, "")).join("");
  const rows = shown.map((app, i) => `  Activity #${i}:\n${describe(app, "    ")}`).join("");
  return `${shown.length} activities found:\n${rows}`;
}

/**
/**
 * Allows or blocks notifications, the only permission that the apps of the device request. Fails as Android does for
 * another. Helpers have the permissions that they ask for.
 */
async function permission(args: string[], process: Process, granted: boolean): Promise<void> {
  const [name = "", permissionName = ""] = operandsOf(args);
  const { helper } = await requirePackage(args, process, unknownPackage(args));
  if (permissionName === "") throw new CommandError("Error: no permission specified", 1);
  if (helper) return;
  if (permissionName === NOTIFICATION_PERMISSION) return allowNotifications(process.system, name, granted);
  throw securityException(`Package ${name} has not requested permission ${permissionName}`);
}

async function protect(args: string[], process: Process): Promise<never> {
  const { packageName } = await requirePackage(args, process, unknownPackage(args));
  throw securityException(`Cannot disable a protected package: ${packageName}`);
}
