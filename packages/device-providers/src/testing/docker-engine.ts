import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { layOutPhoneImage } from "../../../../tools/images.ts";

/** A dockerd for tests only, with a phone image. */
export interface DockerEngine {
  socketPath: string;
  image: string;
  /** Runs the docker program on it and returns its output. */
  docker(...args: string[]): string;
  /** Ends it, gracefully or by force, and starts it again. Containers continue (live-restore). */
  restart(signal: "TERM" | "KILL"): Promise<void>;
  /** Ends it with all of its containers. */
  stop(): Promise<void>;
}

/** Kept between runs, since building an image takes longer than most tests. */
const DATA_ROOT = ".cache/docker";
const START_TIMEOUT_MS = 60_000;
/** NET_ADMIN and SYS_ADMIN (capabilities(7)). */
const NEEDED_CAPABILITIES = (1n << 12n) | (1n << 21n);
const POLL_MS = 50;
/** Timeout of a hook that starts an engine: it waits for test files of other workers. */
export const ENGINE_TURN_MS = 30 * 60_000;

/**
 * Runs dockerd until its standard input ends, for example with its parent process, then ends all containers with it. A
 * line with the name of a signal ends it by that signal and starts it again. Its containerd is a separate program, as
 * under systemd: a containerd started by dockerd would end with it. Only one guard at a time uses the data; it prints a
 * line when its turn begins.
 */
const GUARD = `
  folder=$1; data=$2; shift 2
  exec 9> "$data.lock"
  flock 9
  echo locked
  containerd --root "$data/containerd" --state "$folder/containerd" --address "$folder/containerd.sock" >> "$folder/log" 2>&1 9>&- &
  containerd=$!
  start() { "$@" >> "$folder/log" 2>&1 9>&- & pid=$!; }
  start "$@"
  while read -r signal; do kill -"$signal" $pid; wait $pid; start "$@"; done
  { docker ps -aq | xargs -r docker rm -fv; docker network prune -f; docker volume prune -f; } > /dev/null 2>&1
  kill $pid; wait $pid
  kill $containerd; wait $containerd
  umount "$data" "$folder"/exec/netns/* 2> /dev/null
  rm -rf "$folder"`;

/** Returns the reason why no engine can start here, or undefined if one can. */
export function whyNoEngine(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "dockerd needs root on Linux";
  // Root in a container without the right to create others.
  const [, effective = "0"] = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  const hasAll = (BigInt(`0x${effective}`) & NEEDED_CAPABILITIES) === NEEDED_CAPABILITIES;
  if (!hasAll) return "dockerd needs the capabilities NET_ADMIN and SYS_ADMIN";
  const missing = ["dockerd", "containerd", "docker"].filter((name) => !findProgram(name));
  return missing.length > 0 ? `${missing.join(", ")} are not installed (Debian's docker.io)` : undefined;
}

const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** Starts a dockerd, with further options of it. Throws with its log if it does not start. */
export async function startDockerEngine(more: readonly string[] = []): Promise<DockerEngine> {
  const data = path.resolve(DATA_ROOT);
  mkdirSync(data, { recursive: true });
  // In the temporary folder, because socket paths must be short.
  const folder = mkdtempSync(path.join(tmpdir(), "trm-docker-"));
  const socketPath = path.join(folder, "docker.sock");
  const env = { ...process.env, DOCKER_HOST: `unix://${socketPath}`, DOCKER_BUILDKIT: "0" };
  const docker = (...args: string[]) =>
    execFileSync("docker", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  // Without this option, dockerd removes the bridge of another dockerd on this machine.
  const bridge = existsSync("/sys/class/net/docker0") ? [] : ["--bridge=none"];
  const settings = [
    "--data-root",
    data,
    "--exec-root",
    path.join(folder, "exec"),
    "--pidfile",
    path.join(folder, "pid"),
  ];
  const containerd = ["--containerd", path.join(folder, "containerd.sock")];
  const host = ["--host", `unix://${socketPath}`];
  const command = ["dockerd", ...host, ...containerd, ...settings, "--live-restore", ...bridge, ...more];
  // In its own session: Ctrl-C goes to the tests, and these end it.
  const guard = spawn("sh", ["-c", GUARD, "guard", folder, data, ...command], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  await Promise.race([once(guard.stdout, "data"), once(guard, "exit")]);

  const untilAnswering = async () => {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(POLL_MS)) {
      try {
        return void docker("version");
      } catch {
        if (Date.now() > deadline || guard.exitCode !== null)
          throw new Error(`dockerd did not start:\n${readFileSync(path.join(folder, "log"), "utf8").slice(-4_000)}`);
      }
    }
  };
  const stop = () => endGuard(guard);
  try {
    await untilAnswering();
    // Containers of killed test runs.
    const left = docker("ps", "-aq").split("\n").filter(Boolean);
    if (left.length > 0) docker("rm", "-fv", ...left);
    for (const kind of ["image", "network", "volume"]) docker(kind, "prune", "-f");
    return {
      socketPath,
      image: buildPhoneImage(docker),
      docker,
      async restart(signal) {
        const before = readFileSync(path.join(folder, "pid"), "utf8");
        guard.stdin?.write(`${signal}\n`);
        const isNew = () =>
          existsSync(path.join(folder, "pid")) && readFileSync(path.join(folder, "pid"), "utf8") !== before;
        for (const deadline = Date.now() + START_TIMEOUT_MS; !isNew() && Date.now() < deadline;) await sleep(POLL_MS);
        await untilAnswering();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endGuard(guard: ChildProcess): Promise<void> {
  guard.stdin?.end();
  if (guard.exitCode === null) await once(guard, "exit");
}

/** Builds the phone's current image on a base with this machine's Node, once for each state of its sources. */
export function buildPhoneImage(docker: DockerEngine["docker"]): string {
  const inputs = [
    ".cache/builds/phone",
    "devices/phone/Dockerfile",
    "devices/phone/compile.mjs",
    "tools/images.ts",
    "package-lock.json",
  ];
  const hash = createHash("sha256").update(process.version);
  for (const input of inputs) hash.update(readFileSync(input));
  const tag = hash.digest("hex").slice(0, 12);
  const image = `terrarium-test/phone:${tag}`;
  const images = docker("image", "ls", "--format", "{{.Repository}}:{{.Tag}}").split("\n");
  if (images.includes(image)) return image;
  const old = images.filter((name) => /^terrarium-test\/(?!kind-|debian:)/.test(name));
  if (old.length > 0) docker("image", "rm", "--force", ...old);
  const folder = mkdtempSync(path.join(tmpdir(), "trm-image-"));
  try {
    layOutBase(path.join(folder, "base"));
    const base = `terrarium-test/base:${tag}`;
    const archive = path.join(folder, "base.tar");
    execFileSync("tar", ["-C", path.join(folder, "base"), "-cf", archive, "."]);
    docker("import", "--change", "ENV PATH=/bin", archive, base);
    layOutPhoneImage(path.join(folder, "phone"));
    docker("build", "--build-arg", `BASE=${base}`, "--tag", image, path.join(folder, "phone"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return image;
}

/**
 * Creates a substitute for `node:24-slim`, which would need a registry: Node, the libraries of Node and of the phone's
 * packages, and certificates.
 */
function layOutBase(folder: string): void {
  const copy = (file: string, to = file) => cpSync(file, path.join(folder, to), { dereference: true, recursive: true });
  copy(process.execPath, "/bin/node");
  // Runs the Dockerfile's installer, which installs nothing here.
  copy("/bin/sh");
  const modules = globSync("node_modules/@napi-rs/*-linux-*/*.node");
  const linked = [process.execPath, "/bin/sh", ...modules].flatMap((file) => {
    const lines = execFileSync("ldd", [file], { encoding: "utf8" });
    return [...lines.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, library = ""]) => library);
  });
  for (const library of new Set(linked)) copy(library);
  copy("/etc/ssl/certs/ca-certificates.crt");
  for (const name of ["tmp", "proc", "sys", "dev", "etc"]) mkdirSync(path.join(folder, name), { recursive: true });
}
