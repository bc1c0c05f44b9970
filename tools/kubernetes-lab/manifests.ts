import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const CHART = "deploy/helm/terrarium";
const RENDER = ".cache/kubernetes/bin/render";
const NAMESPACE = "terrarium";
export const MANIFESTS = "deploy/manifests/terrarium.yaml";

const HEAD = `# Everything that a cluster needs for Terrarium, as the Helm chart makes it with values.yaml beside this file; written by
# \`npm run kubernetes-lab -- manifests\`. It wants a Secret with the server's settings:
#   kubectl -n terrarium create secret generic terrarium --from-literal=DATABASE_URL=postgresql://… \\
#     --from-literal=TERRARIUM_SECRET=$(openssl rand -hex 32) --from-literal=GITHUB_CLIENT_ID=… --from-literal=GITHUB_CLIENT_SECRET=…
apiVersion: v1
kind: Namespace
metadata:
  name: ${NAMESPACE} # the namespace
  labels:
    # Set by Kubernetes itself from 1.21 on.
    kubernetes.io/metadata.name: ${NAMESPACE}
`;

/** Why no chart can be rendered here; undefined if one can. */
export function whyNoRendering(): string | undefined {
  const isThere = spawnSync("helm", ["version"]).status === 0 || existsSync(RENDER);
  return isThere ? undefined : "there is neither helm nor what `npm run kubernetes-lab` builds";
}

/** Renders the chart: by helm, or else by what the lab has built of its template engine. */
export function renderChart(valuesFile: string, namespace = NAMESPACE): string {
  const [command, ...args] =
    spawnSync("helm", ["version"]).status === 0
      ? (["helm", "template", "terrarium", CHART, "--namespace", namespace, "--values", valuesFile] as const)
      : ([RENDER, CHART, "terrarium", namespace, valuesFile] as const);
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** What `deploy/manifests/terrarium.yaml` is to be. */
export const renderManifests = (): string =>
  HEAD +
  renderChart("deploy/manifests/values.yaml")
    .replace(/\n{2,}/g, "\n")
    .replace(/^# Source: .*\n/gm, "");
