import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringify } from "yaml";
import { layOutServerImage } from "../../../../tools/images.ts";
import { CHART, helm } from "../../../../tools/kubernetes-lab/manifests.ts";
import type { KubernetesCluster, Lab } from "./kubernetes-cluster.ts";

const IMAGE = "terrarium-test/server";
const HTTP_PORT = 3000;
const RELEASE = "terrarium";

interface ServerOptions {
  /** The servers' namespace. Already contains their service account. */
  namespace: string;
  devicesNamespace: string;
  replicas: number;
  /** Keys of the servers' Secret. */
  secret: Record<string, string>;
}

/** Servers that helm installed in a cluster. */
export interface DeployedServers {
  /** Returns the origins of the ready servers. */
  origins(): string[];
  /** Changes values of the chart, as an operator would. Resolves when the new servers are ready. */
  upgrade(values: Record<string, unknown>): Promise<void>;
  /** Restores the previous values. */
  rollback(): Promise<void>;
  /** Removes everything that the chart created. */
  uninstall(): Promise<void>;
}

/**
 * For tests: installs servers in a cluster with helm, from the image that `npm run images -- server` builds. Resolves
 * when they are ready.
 */
export async function deployServers(
  cluster: KubernetesCluster,
  lab: Lab,
  options: ServerOptions,
): Promise<DeployedServers> {
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const stringData = { ...secret, GITHUB_CLIENT_ID: "none", GITHUB_CLIENT_SECRET: "none" };
  cluster.apply(
    JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: "terrarium", namespace }, stringData }),
  );
  const helmOf = (...args: string[]) => helm("--kubeconfig", cluster.kubeconfig, "--namespace", namespace, ...args);
  const ready = ["--wait", "--timeout", "240s"];
  const chartValues = {
    publicUrl: "https://terrarium.example",
    trustedProxies: "127.0.0.1",
    replicas,
    image: { repository: IMAGE, tag: "1", pullPolicy: "Never" },
    devices: { namespace: devicesNamespace, createNamespace: false, image: cluster.image, quota: 0 },
    // Kubernetes 1.20 only supports an older version of this kind.
    podDisruptionBudget: { enabled: false },
  };
  const upgrade = (values: Record<string, unknown>) =>
    withValues({ ...chartValues, ...values }, (file) =>
      helmOf("upgrade", "--install", "--take-ownership", RELEASE, CHART, "--values", file, ...ready),
    );
  await upgrade({});
  return {
    origins() {
      const ofService = ["get", "endpoints", "terrarium-server", "-o", "jsonpath={.subsets[*].addresses[*].ip}"];
      return cluster
        .kubectl("-n", namespace, ...ofService)
        .split(" ")
        .map((host) => `http://${host}:${HTTP_PORT}`);
    },
    upgrade,
    rollback: async () => void (await helmOf("rollback", RELEASE, ...ready)),
    uninstall: async () => void (await helmOf("uninstall", RELEASE, ...ready)),
  };
}

async function withValues(values: Record<string, unknown>, work: (file: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "trm-values-"));
  try {
    const file = path.join(folder, "values.yaml");
    writeFileSync(file, stringify(values));
    await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
