import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { profileFile, seccompProfile } from "../../packages/device-providers/src/linux/seccomp-profile.ts";
import { LINUX_KINDS } from "../../packages/device-providers/src/provider.ts";
import { ensureClients } from "../ensure-clients.ts";
import { ensureHelm } from "../helm.ts";
import { MANIFESTS, renderManifests } from "../kubernetes-lab/manifests.ts";
import { mustRun, say } from "../shell.ts";

const FOLDER = ".cache/kubernetes";
const PROFILES = "deploy/seccomp";

/**
 * Builds a real Kubernetes from Debian's sources into .cache/kubernetes, once, for the tests and the benchmark of the
 * provider kubernetes. Requires root on a Debian machine with Docker. `-- manifests` writes
 * deploy/manifests/terrarium.yaml from the Helm chart, and deploy/seccomp.
 */
export async function run([what]: readonly string[]): Promise<void> {
  if (what === "manifests") {
    ensureClients();
    await ensureHelm();
    writeFileSync(MANIFESTS, await renderManifests());
    mkdirSync(PROFILES, { recursive: true });
    for (const kind of LINUX_KINDS)
      writeFileSync(path.join(PROFILES, profileFile(kind)), `${JSON.stringify(seccompProfile(kind), undefined, 2)}\n`);
    return say(`wrote ${MANIFESTS} and ${PROFILES}`);
  }
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(
      "the cluster is built by root of a Debian machine; elsewhere name one by TERRARIUM_TEST_KUBECONFIG",
    );
  say("building Kubernetes, which takes ten minutes on two cores");
  await mustRun("bash", ["tools/kubernetes-lab/build.sh", FOLDER]);
  say(`built into ${FOLDER}: \`npm test -- packages/device-providers/src/kubernetes\` runs on it`);
}
