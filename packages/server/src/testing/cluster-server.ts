import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringify } from "yaml";
import { layOutServerImage } from "../../../../tools/images.ts";
import { renderChart } from "../../../../tools/kubernetes-lab/manifests.ts";
import type { KubernetesCluster, Lab } from "./kubernetes-cluster.ts";

const IMAGE = "terrarium-test/server";
const HTTP_PORT = 3000;

interface ServerOptions {
  /** Of the servers; it has their service account already. */
  namespace: string;
  devicesNamespace: string;
  replicas: number;
  /** The keys of their Secret. */
  secret: Record<string, string>;
}

/**
 * For tests: runs servers in a cluster, as the Helm chart does it, from the image that `npm run images -- server` makes.
 * Resolves with their origins when they are ready.
 */
export function deployServers(cluster: KubernetesCluster, lab: Lab, options: ServerOptions): string[] {
  const { namespace, devicesNamespace, replicas, secret } = options;
  const folder = mkdtempSync(path.join(tmpdir(), "trm-server-"));
  try {
    const context = path.join(folder, "image");
    layOutServerImage(context);
    const images = lab.docker(1, "image", "ls", "--format", "{{.Repository}}:{{.Tag}}").split("\n");
    const base = images.find((name) => name.startsWith("terrarium-test/base:"));
    if (base === undefined) throw new Error("the base of the phone's image is not there");
    lab.docker(1, "build", "-q", "--build-arg", `BASE=${base}`, "--tag", `${IMAGE}:1`, context);
    lab.spread(`${IMAGE}:1`);
    const values = path.join(folder, "values.yaml");
    const devices = { namespace: devicesNamespace, createNamespace: false, image: cluster.image, quota: 0 };
    const image = { repository: IMAGE, tag: "1", pullPolicy: "Never" };
    // 1.20 knows an older kind.
    const podDisruptionBudget = { enabled: false };
    writeFileSync(
      values,
      stringify({ publicUrl: "https://terrarium.example", replicas, image, devices, podDisruptionBudget }),
    );
    const stringData = { ...secret, GITHUB_CLIENT_ID: "none", GITHUB_CLIENT_SECRET: "none" };
    const metadata = { name: "terrarium", namespace };
    cluster.apply(JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata, stringData }));
    cluster.apply(renderChart(values, namespace));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  cluster.kubectl("-n", namespace, "rollout", "status", "deployment/terrarium-server", "--timeout=240s");
  const selector = "app.kubernetes.io/name=terrarium-server";
  const where = ["-n", namespace, "get", "pods", "-l", selector, "-o", "jsonpath={.items[*].status.podIP}"];
  return cluster
    .kubectl(...where)
    .split(" ")
    .map((host) => `http://${host}:${HTTP_PORT}`);
}
