import { existsSync, writeFileSync } from "node:fs";
import { MANIFESTS, renderManifests } from "../kubernetes-lab/manifests.ts";
import { mustRun, say } from "../shell.ts";

const FOLDER = ".cache/kubernetes";

/**
 * Builds a real Kubernetes from Debian's sources into .cache/kubernetes, once, on which the tests of the provider
 * kubernetes and its benchmark then run; as root of a Debian machine with Docker. `-- manifests` writes
 * deploy/manifests/terrarium.yaml from the Helm chart.
 */
export async function run([what]: readonly string[]): Promise<void> {
  if (what === "manifests") {
    writeFileSync(MANIFESTS, renderManifests());
    return say(`wrote ${MANIFESTS}`);
  }
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(
      "the cluster is built by root of a Debian machine; elsewhere name one by TERRARIUM_TEST_KUBECONFIG",
    );
  say("building Kubernetes, which takes ten minutes on two cores");
  await mustRun("bash", ["tools/kubernetes-lab/build.sh", FOLDER]);
  say(`built into ${FOLDER}: \`npm test -- packages/server/src/providers/kubernetes\` runs on it`);
}
