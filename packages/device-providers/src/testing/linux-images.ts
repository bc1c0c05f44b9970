import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { layOutLinuxImage, LINUX_IMAGES } from "../../../../tools/images.ts";
import type { LinuxKind } from "../provider.ts";
import { startDockerEngine, whyNoEngine, type DockerEngine } from "./docker-engine.ts";

/** Names of the images built here, in the form of `imageFor`. */
export const TEST_LINUX_IMAGES = "terrarium-test/kind-{kind}";
/** Debian's release in the images of `node:24-slim`. */
const SUITE = "bookworm";
/** Kinds built by default. A desktop takes minutes. */
const BUILT_BY_DEFAULT: ReadonlySet<LinuxKind> = new Set(["linux", "browser"]);

/** Returns the reason why the image of a kind is not built here, or undefined if it is. */
export function whyNoLinuxImage(kind: LinuxKind): string | undefined {
  const why = whyNoEngine();
  if (why !== undefined) return why;
  if (!existsSync("/usr/bin/mmdebstrap")) return "mmdebstrap is not installed, which makes a Debian to build on";
  if (BUILT_BY_DEFAULT.has(kind) || process.env.TERRARIUM_TEST_IMAGES === "all") return undefined;
  return `its image takes minutes to build: TERRARIUM_TEST_IMAGES=all has it built and tried`;
}

/** Builds the image of a kind like `npm run images`, and reuses existing parts. Takes a minute or two. */
export function buildLinuxImage(engine: DockerEngine, kind: LinuxKind): void {
  const folder = mkdtempSync(path.join(tmpdir(), "trm-linux-image-"));
  try {
    const context = path.join(folder, "context");
    layOutLinuxImage(context);
    const told = Object.entries({ BASE: ensureBase(engine, folder), ...LINUX_IMAGES[kind] });
    const args = told.flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
    engine.docker("build", "--network", "host", ...args, "--tag", TEST_LINUX_IMAGES.replace("{kind}", kind), context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the image on the tests' own engine and copies it to another, such as a node's, which may have no access to
 * packages.
 */
export async function copyLinuxImage(docker: DockerEngine["docker"], kind: LinuxKind): Promise<void> {
  const engine = await startDockerEngine();
  const folder = mkdtempSync(path.join(tmpdir(), "trm-linux-image-"));
  try {
    buildLinuxImage(engine, kind);
    const archive = path.join(folder, "image.tar");
    engine.docker("save", "-o", archive, TEST_LINUX_IMAGES.replace("{kind}", kind));
    docker("load", "-q", "-i", archive);
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates a substitute for `node:24-slim`, which would need a registry: the smallest Debian that installs packages,
 * with this Node.
 */
function ensureBase(engine: DockerEngine, folder: string): string {
  const base = `terrarium-test/debian:${SUITE}-${process.version}`;
  if (engine.docker("image", "ls", "-q", base) !== "") return base;
  const root = path.join(folder, "root");
  const archive = path.join(folder, "root.tar");
  execFileSync("mmdebstrap", ["--quiet", "--variant=minbase", "--include=ca-certificates", SUITE, root]);
  cpSync(process.execPath, path.join(root, "usr/local/bin/node"));
  execFileSync("tar", ["-C", root, "-cf", archive, "."]);
  engine.docker(
    "import",
    "--change",
    "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    archive,
    base,
  );
  return base;
}
