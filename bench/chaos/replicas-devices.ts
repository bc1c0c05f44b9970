import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDockerEngine, whyNoEngine } from "../../packages/device-providers/src/testing/docker-engine.ts";
import {
  startKubernetesCluster,
  whyNoCluster,
} from "../../packages/device-providers/src/testing/kubernetes-cluster.ts";

const NAMESPACE = "trm-chaos";
const POD_TEMPLATE = "phone-in-a-pod";
/** A node counts as lost after 12 s, and its devices after 30 s more. */
const NODE_LOST_MS = 75_000;

/** A fault to inject. */
export interface Fault {
  name: string;
  isServer: boolean;
  happen(): Promise<void>;
}

/** Devices of a run. */
export interface RunDevices {
  /** Environment that configures the servers for them. */
  environment: NodeJS.ProcessEnv;
  /** Templates of the sandboxes, used in turn. */
  templateIds: readonly string[];
  faults: readonly Fault[];
  /** Returns one text per running device that contains its sandbox's id. */
  listRunning(): string[];
  /** Returns leftovers of devices, running or not. */
  listLeft(): string[];
  stop(): Promise<void>;
}

/** Starts containers, and Pods in addition if there is a cluster. Throws without a container engine. */
export async function startRunDevices(): Promise<RunDevices> {
  const why = whyNoEngine();
  if (why !== undefined) throw new Error(`the servers' devices are in containers: ${why}`);
  await using cleanup = new AsyncDisposableStack();
  const containers = await startContainers();
  cleanup.defer(() => containers.stop());
  const whyNoPods = whyNoCluster();
  if (whyNoPods !== undefined) {
    process.stderr.write(`terrarium: no node is lost, since devices are in containers alone: ${whyNoPods}\n`);
    cleanup.move();
    return containers;
  }
  const pods = await startPods();
  cleanup.move();
  return {
    environment: { ...containers.environment, ...pods.environment, TERRARIUM_PROVIDERS: "docker,kubernetes" },
    templateIds: [...containers.templateIds, ...pods.templateIds],
    faults: [...containers.faults, ...pods.faults],
    listRunning: () => [...containers.listRunning(), ...pods.listRunning()],
    listLeft: () => [...containers.listLeft(), ...pods.listLeft()],
    async stop() {
      await pods.stop();
      await containers.stop();
    },
  };
}

async function startContainers(): Promise<RunDevices> {
  const engine = await startDockerEngine();
  const list = (...args: string[]) =>
    engine.docker("ps", ...args, "--filter", "label=terrarium.install", "--format", "{{.Names}}").split("\n");
  return {
    environment: {
      TERRARIUM_PROVIDERS: "docker",
      DOCKER_HOST: `unix://${engine.socketPath}`,
      TERRARIUM_DOCKER_IMAGE: engine.image,
    },
    templateIds: ["tpl_small_phone"],
    faults: [{ name: "dockerd restarted", isServer: false, happen: () => engine.restart("KILL") }],
    listRunning: () => list().filter(Boolean),
    listLeft: () => list("-a").filter(Boolean),
    stop: () => engine.stop(),
  };
}

async function startPods(): Promise<RunDevices> {
  const cluster = await startKubernetesCluster();
  const folder = mkdtempSync(path.join(tmpdir(), "trm-chaos-"));
  const templates = path.join(folder, "templates.yaml");
  const screen = "screen: { width: 360, height: 640, density: 160 }";
  writeFileSync(
    templates,
    `templates: [{ id: ${POD_TEMPLATE}, name: Pod, provider: kubernetes, image: "${cluster.image}", cpu: 1, memory: 512, ${screen} }]\n`,
  );
  cluster.apply(JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } }));
  const { lab } = cluster;
  const get = (...args: string[]) =>
    cluster
      .kubectl("-n", NAMESPACE, "get", "pods", "-l", "terrarium.dev/sandbox", ...args)
      .split("\n")
      .filter(Boolean);
  return {
    environment: {
      TERRARIUM_TEMPLATES: templates,
      TERRARIUM_KUBERNETES_NAMESPACE: NAMESPACE,
      TERRARIUM_KUBERNETES_IMAGE: cluster.image,
      KUBECONFIG: cluster.kubeconfig,
    },
    templateIds: [POD_TEMPLATE],
    faults: lab
      ? [
          {
            name: "a Kubernetes node lost",
            isServer: false,
            async happen() {
              // A node with devices. Its name ends with its number.
              const [name = "z3"] = get("-o", 'jsonpath={range .items[*]}{.spec.nodeName}{"\\n"}{end}');
              const node = Number(name.slice(1));
              await lab.lose(node);
              await sleep(NODE_LOST_MS);
              await lab.find(node);
            },
          },
        ]
      : [],
    // A Pod that is being deleted reports "Running" until its kubelet has ended it.
    listRunning: () =>
      get(
        "-o",
        'jsonpath={range .items[*]}{.metadata.deletionTimestamp}|{.status.phase}|{.metadata.labels.terrarium\\.dev/sandbox}{"\\n"}{end}',
      ).filter((line) => line.startsWith("|Running|")),
    listLeft: () => get("-o", "name"),
    async stop() {
      rmSync(folder, { recursive: true, force: true });
      await cluster.stop();
    },
  };
}
