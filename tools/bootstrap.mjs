// Entry of every npm script: installs Node 24 and the dependencies if they are missing, then runs
// tools/commands/<command>.ts. Only this file must run on older Node versions (18 and up), so it uses no newer
// features.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NODE_MAJOR = 24;
const NODE_VERSION = "24.21.0";
const ASIDE = "installing-";
const LONGEST_INSTALL_MS = 60 * 60_000;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nodeFolder = path.join(root, ".node");
const say = (message) => process.stderr.write(`terrarium: ${message}\n`);

/** Runs npm with the given Node; exits with npm's status if it fails. */
function npm(node, args, cwd) {
  const cli = process.env.npm_execpath;
  const isScript = cli !== undefined && /\.[cm]?js$/.test(cli);
  const [command, ...rest] = isScript ? [node, cli, ...args] : ["npm", ...args];
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` };
  const result = spawnSync(command, rest, { cwd, env, stdio: ["ignore", 2, 2] });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    say(`npm ${args.join(" ")} failed with status ${result.status}; see its messages above`);
    process.exit(result.status ?? 1);
  }
}

/** Returns the path of a Node of the required major version: a registry package without scripts, stored in .node/. */
function installNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const modules = path.join(nodeFolder, "node_modules");
  const binary = path.join(modules, name, "bin", process.platform === "win32" ? "node.exe" : "node");
  const isInstalled = () =>
    existsSync(binary) && spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout?.trim() === `v${NODE_VERSION}`;
  if (isInstalled()) return binary;
  say(`installing Node ${NODE_VERSION} beside the project (this machine has ${process.version})`);
  // Installs into a temporary folder and moves it when complete. npm treats a killed install as complete, and two
  // installs may run at once.
  const aside = path.join(nodeFolder, `${ASIDE}${process.pid}`);
  removeOldAsides();
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  writeFileSync(path.join(aside, "package.json"), '{"private":true}\n');
  const flags = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  npm(process.execPath, ["install", ...flags, `${name}@${NODE_VERSION}`], aside);
  const installed = path.join(aside, "node_modules");
  try {
    renameSync(installed, modules);
  } catch (error) {
    // Another start may have installed its own meanwhile, which may already be running.
    if (!isInstalled()) {
      if (!existsSync(modules)) throw error;
      renameSync(modules, path.join(aside, "older"));
      renameSync(installed, modules);
    }
  }
  rmSync(aside, { recursive: true });
  return binary;
}

/** Removes leftovers of killed installs. */
function removeOldAsides() {
  if (!existsSync(nodeFolder)) return;
  for (const name of readdirSync(nodeFolder).filter((each) => each.startsWith(ASIDE))) {
    const folder = path.join(nodeFolder, name);
    if (Date.now() - statSync(folder).mtimeMs > LONGEST_INSTALL_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs this file again with another Node, passing signals on, and exits like it. */
function continueUnder(node) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

/** Commands for users and operators. All other commands also need the development dependencies. */
const PRODUCTION_COMMANDS = new Set(["start", "build", "device", "cli", "invite-code"]);

/** Installs the dependencies in package-lock.json that a command needs, if they are missing. */
async function installDependencies(command) {
  // This part runs with Node 24.
  const { installWhole } = await import("./npm-install.ts");
  installWhole({
    name: "dependencies",
    words: "installing dependencies (about half a minute the first time)",
    folder: root,
    trees: ["node_modules", "{packages,devices,apps}/*/node_modules"],
    besideLock: NODE_VERSION,
    scope: PRODUCTION_COMMANDS.has(command) ? "production" : "all",
    // --no-save: without it npm adds optional packages of other platforms to the lock file.
    install: (scope) =>
      npm(
        process.execPath,
        ["install", "--no-save", "--no-audit", "--no-fund", ...(scope === "production" ? ["--omit=dev"] : [])],
        root,
      ),
  });
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  const file = path.join(root, "tools", "commands", `${command}.ts`);
  if (!command || !existsSync(file)) {
    say(`no command "${command ?? ""}"; see "scripts" in package.json`);
    process.exit(2);
  }
  if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR) {
    continueUnder(installNode());
    return;
  }
  process.chdir(root);
  await installDependencies(command);
  // Compilation takes half of the server's start time.
  module.enableCompileCache(path.join(root, ".cache", "compiled"));
  const { run } = await import(pathToFileURL(file).href);
  await run(args);
}

await main();
