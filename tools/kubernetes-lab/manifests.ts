import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { helmProgram } from "../helm.ts";

export const CHART = "deploy/helm/terrarium";
const NAMESPACE = "terrarium";
export const MANIFESTS = "deploy/manifests/terrarium.yaml";

const HEAD = `# Everything that a cluster needs for Terrarium, as the Helm chart makes it with values.yaml beside this file; written by
# \`npm run kubernetes-lab -- manifests\`. Replace PUBLIC_URL and
# TERRARIUM_TRUSTED_PROXIES by your own. It wants a Secret with the server's settings:
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

/** Renders the chart with a values file. Rejects with helm's error if the values are invalid. */
export const renderChart = (valuesFile: string, namespace = NAMESPACE): Promise<string> =>
  helm("template", "terrarium", CHART, "--namespace", namespace, "--values", valuesFile);

/** Runs helm and resolves with its output. Rejects with its error message. */
export const helm = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(helmProgram(), args)).stdout;

/** Returns the expected content of `deploy/manifests/terrarium.yaml`. */
export const renderManifests = async (): Promise<string> =>
  HEAD + (await renderChart("deploy/manifests/values.yaml")).replace(/\n{2,}/g, "\n").replace(/^# Source: .*\n/gm, "");
