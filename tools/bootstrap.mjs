// The entry of every npm script: makes Node 24 and the dependencies present, then runs tools/commands/<command>.ts.
// This file alone must run on older Node versions (18 and up), so it uses nothing newer.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NODE_MAJOR = 24;
const NODE_VERSION = "24.21.0";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nodeFolder = path.join(root, ".node");
const say = (message) => process.stderr.write(`terrarium: ${message}\n`);

/** Runs npm under the given Node; exits with its status if it fails. */
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

/** Path of a Node of the wanted major: a registry package without scripts, kept in .node/. */
function installNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = path.join(nodeFolder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  const found = existsSync(binary) && spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout?.trim();
  if (found === `v${NODE_VERSION}`) return binary;
  say(`installing Node ${NODE_VERSION} beside the project (this machine has ${process.version})`);
  mkdirSync(nodeFolder, { recursive: true });
  writeFileSync(path.join(nodeFolder, "package.json"), '{"private":true}\n');
  npm(
    process.execPath,
    [
      "install",
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `${name}@${NODE_VERSION}`,
    ],
    nodeFolder,
  );
  return binary;
}

/** Runs this file again under another Node, passing signals on, and ends as it ends. */
function continueUnder(node) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

/** Installs what package-lock.json asks for, unless exactly that is installed already. */
function installDependencies() {
  const stamp = path.join(root, "node_modules", ".terrarium-lock");
  const lockHash = () =>
    createHash("sha256")
      .update(readFileSync(path.join(root, "package-lock.json")))
      .update(NODE_VERSION)
      .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash()) return;
  say("installing dependencies (about a minute the first time)");
  // npm would add to the lock file what the registry has by now for other platforms (--no-save keeps it as committed).
  npm(process.execPath, ["install", "--no-save", "--no-audit", "--no-fund"], root);
  writeFileSync(stamp, lockHash());
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
  installDependencies();
  // Compiling is half of what a start of the server costs.
  module.enableCompileCache(path.join(root, ".cache", "compiled"));
  const { run } = await import(pathToFileURL(file).href);
  await run(args);
}

await main();
