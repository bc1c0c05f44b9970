import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";
import { MAX_APK_BYTES, readApk } from "@terrarium/phone-helpers/apk/read-apk";
import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { FailedAnswer } from "../android-command.ts";
import { Arguments, takeUserOption } from "../arguments.ts";
import { securityException } from "../java-exception.ts";

/** Failure of every installation, in the form that `adb install` expects. */
const REFUSAL =
  "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: this virtual device has its apps built in and runs no APKs; " +
  "create the sandbox from a template that runs Android itself (redroid, an emulator or a phone) to install one]";

const VALUE_OPTIONS = new Set([
  "-i",
  "-p",
  "--abi",
  "--install-location",
  "--install-reason",
  "--originating-uri",
  "--pkg",
  "--referrer",
  "--dexopt-compiler-filter",
  "--package-source",
]);

interface InstallOptions {
  /** Bytes on standard input. */
  sizeBytes: number | undefined;
  operands: string[];
}

/**
 * `pm install`: installs a known helper, and refuses any other package after reading all its bytes, so that the sender
 * can finish.
 */
export async function install(list: string[], process: Process): Promise<string> {
  const { sizeBytes, operands } = parse(list);
  const [path] = operands;
  if (path === undefined || path === "-") {
    if (sizeBytes === undefined) throw new CommandError("Error: must either specify a package size or an APK file");
    return installApk(process, await receive(process, sizeBytes), "a streamed package");
  }
  if (!(await process.files.exists(path))) throw new CommandError(`Error: Unable to open file: ${path}`);
  const { sizeBytes: fileBytes } = await process.files.status(path);
  return installApk(
    process,
    fileBytes > MAX_APK_BYTES ? undefined : await process.files.readAll(path, MAX_APK_BYTES),
    path,
  );
}

async function installApk(process: Process, apk: Buffer | undefined, name: string): Promise<string> {
  const identity = apk && readApk(apk);
  if (!identity || !(await process.system.installHelper(identity))) return refuse(process, name);
  const { packageName, versionName } = identity;
  await process.system.writeSystemLog("I", "PackageManager", `Installed the helper ${packageName} ${versionName}`);
  return "Success\n";
}

/** `pm install-create`: starts an installation of several files. */
export async function createSession(list: string[], { system }: Process): Promise<string> {
  parse(list);
  return `Success: created install session [${await system.openInstallSession()}]\n`;
}

/** `pm install-write [-S SIZE] SESSION NAME [FILE|-]`. */
export async function writeSession(list: string[], process: Process): Promise<string> {
  const { sizeBytes, operands } = parse(list);
  const [id, , path = "-"] = operands;
  await requireSession(id, process);
  if (path !== "-") {
    const { sizeBytes: length } = await process.files.status(path);
    return `Success: streamed ${length} bytes\n`;
  }
  if (sizeBytes === undefined) throw new CommandError("Error: must specify a APK size");
  await skip(process, sizeBytes);
  return `Success: streamed ${sizeBytes} bytes\n`;
}

export async function commitSession(list: string[], process: Process): Promise<void> {
  const [id] = parse(list).operands;
  await requireSession(id, process);
  await process.system.closeInstallSession(Number(id));
  return refuse(process, `session ${id}`);
}

export async function abandonSession(list: string[], process: Process): Promise<string> {
  const [id] = parse(list).operands;
  await requireSession(id, process);
  await process.system.closeInstallSession(Number(id));
  return "Success\n";
}

async function requireSession(id: string | undefined, { system }: Process): Promise<void> {
  if (id === undefined || !(await system.hasInstallSession(Number(id)))) {
    throw securityException(`Caller has no access to session ${id ?? ""}`);
  }
}

async function refuse({ system }: Process, what: string): Promise<never> {
  await system.writeSystemLog("W", "PackageManager", `Refused to install ${what}: this device runs no APKs`);
  throw new FailedAnswer(REFUSAL);
}

function parse(list: string[]): InstallOptions {
  const args = new Arguments(list);
  let sizeBytes: number | undefined;
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "-S") sizeBytes = args.requireInteger(option);
    else if (VALUE_OPTIONS.has(option)) args.require(option);
    else takeUserOption(option, args);
  }
  return { sizeBytes, operands: args.rest() };
}

/** Reads an APK from standard input; returns undefined if it is too large. */
async function receive({ stdin }: Process, bytes: number): Promise<Buffer | undefined> {
  if (bytes > MAX_APK_BYTES) {
    await skip({ stdin }, bytes);
    return undefined;
  }
  const chunks = new GatheredBytes();
  for (let left = bytes; left > 0;) {
    const chunk = await stdin.read(left);
    if (!chunk) break;
    chunks.add(chunk);
    left -= chunk.length;
  }
  return chunks.bytes();
}

/** Reads the given number of bytes from standard input, or to its end. */
async function skip({ stdin }: Pick<Process, "stdin">, bytes: number): Promise<void> {
  for (let left = bytes; left > 0;) {
    const chunk = await stdin.read(left);
    if (!chunk) return;
    left -= chunk.length;
  }
}
