import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildPhoneImage, whyNoEngine } from "./docker-engine.ts";

/** A Kubernetes cluster for tests only, or one named by the environment, with a phone image. */
export interface KubernetesCluster {
  /** A kubeconfig file with all rights. */
  kubeconfig: string;
  image: string;
  /** Runs kubectl and returns its output. */
  kubectl(...args: string[]): string;
  /** Applies manifests, as YAML or JSON. */
  apply(manifests: string): void;
  /** Returns a kubeconfig file with the rights of a service account only. */
  as(serviceAccount: { name: string; namespace: string }): string;
  /** Ends the processes in a Pod. */
  crash(namespace: string, pod: string): void;
  /** Operations that only a cluster on this machine allows. */
  lab: Lab | undefined;
  /** Ends the cluster with its Pods, if the tests own it. */
  stop(): Promise<void>;
}

export interface Lab {
  /** Address by which its Pods reach this machine. */
  host: string;
  /** Runs the docker program on a node. */
  docker(node: number, ...args: string[]): string;
  /** Copies an image of the first node to the others. */
  spread(image: string): void;
  /** Disconnects a node's network, or reconnects it. */
  lose(node: number): Promise<void>;
  find(node: number): Promise<void>;
  /** Kills the API server, and starts it again. */
  killApi(): Promise<void>;
}

/** Output of `npm run kubernetes-lab`. */
const LAB_ROOT = ".cache/kubernetes";
const NODES = [1, 2, 3] as const;
const GIVEN = {
  kubeconfig: process.env.TERRARIUM_TEST_KUBECONFIG,
  image: process.env.TERRARIUM_TEST_KUBERNETES_IMAGE,
};

/** Returns the reason why there is no cluster for tests here, or undefined if there is one. */
export function whyNoCluster(): string | undefined {
  if (GIVEN.kubeconfig !== undefined)
    return GIVEN.image === undefined
      ? "TERRARIUM_TEST_KUBERNETES_IMAGE must name the phone's image for the cluster of TERRARIUM_TEST_KUBECONFIG"
      : undefined;
  if (!existsSync(path.join(LAB_ROOT, "bin", "pause")))
    return "`npm run kubernetes-lab` builds a cluster for it once, in ten minutes or more, or TERRARIUM_TEST_KUBECONFIG names one";
  return whyNoEngine();
}

/**
 * Returns the reason why the test cluster has no Sandbox objects, or undefined if it has them or the tests can add
 * them.
 */
export function whyNoAgentSandbox(): string | undefined {
  const { kubeconfig } = GIVEN;
  if (kubeconfig === undefined)
    return existsSync(path.join(LAB_ROOT, "root/usr/share/gocode/src/github.com/modern-go/reflect2"))
      ? undefined
      : "`npm run kubernetes-lab` builds the cluster's API server anew for it, since an older one crashes at Sandbox objects";
  const has = execFileSync("kubectl", ["--kubeconfig", kubeconfig, "api-versions"], { encoding: "utf8" });
  return /^agents\.x-k8s\.io\//m.test(has)
    ? undefined
    : "the cluster of TERRARIUM_TEST_KUBECONFIG has no agent-sandbox";
}

/** Throws with the output of its programs if the cluster does not start. */
export async function startKubernetesCluster(): Promise<KubernetesCluster> {
  const { kubeconfig, image } = GIVEN;
  if (kubeconfig !== undefined)
    return makeCluster("kubectl", kubeconfig, image ?? "", path.dirname(kubeconfig), undefined, async () => {});
  const root = path.resolve(LAB_ROOT);
  // In the temporary folder, because socket paths must be short.
  const folder = mkdtempSync(path.join(tmpdir(), "trm-k8s-"));
  const state = path.join(folder, "state");
  // In its own session: Ctrl-C goes to the tests, and these end it.
  const program = spawn("bash", ["tools/kubernetes-lab/run.sh", root, state], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
  const stop = async () => {
    program.stdin.end();
    if (program.exitCode === null) await once(program, "exit");
    execFileSync("rm", ["-rf", folder]);
  };
  const answered = async (wanted: string) => {
    const said: string[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value === wanted) return;
      said.push(line.value);
    }
    throw new Error(`the cluster ended:\n${said.join("\n")}`);
  };
  const tell = async (command: string) => {
    program.stdin.write(`${command}\n`);
    await answered("done");
  };
  const docker = (node: number, ...args: string[]) =>
    execFileSync("docker", ["-H", `unix://${state}/n${node}/docker.sock`, ...args], {
      env: { ...process.env, DOCKER_BUILDKIT: "0" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const spread = (name: string) => {
    const archive = path.join(folder, "image.tar");
    const idOf = (node: number) => docker(node, "image", "ls", "-q", "--no-trunc", name);
    for (const node of NODES.slice(1)) {
      if (idOf(node) === idOf(1)) continue;
      if (!existsSync(archive)) docker(1, "save", "-o", archive, name);
      docker(node, "load", "-q", "-i", archive);
    }
    execFileSync("rm", ["-f", archive]);
  };
  try {
    await answered("ready");
    const phone = buildPhoneImage((...args) => docker(1, ...args));
    spread(phone);
    const kubectl = path.join(root, "root/usr/bin/kubectl");
    return makeCluster(
      kubectl,
      path.join(state, "kubeconfig"),
      phone,
      folder,
      {
        host: "10.77.0.254",
        docker,
        spread,
        lose: (node) => tell(`lose ${node}`),
        find: (node) => tell(`find ${node}`),
        killApi: () => tell("kill-api"),
      },
      stop,
    );
  } catch (error) {
    await stop();
    throw error;
  }
}

function makeCluster(
  program: string,
  kubeconfig: string,
  image: string,
  folder: string,
  lab: Lab | undefined,
  stop: () => Promise<void>,
): KubernetesCluster {
  const run = (args: string[], input?: string) =>
    execFileSync(program, ["--kubeconfig", kubeconfig, ...args], {
      encoding: "utf8",
      input,
      stdio: ["pipe", "pipe", "pipe"],
    }).trim();
  const kubectl = (...args: string[]) => run(args);
  return {
    kubeconfig,
    image,
    kubectl,
    apply: (manifests) => void run(["apply", "-f", "-"], manifests),
    as({ name, namespace }) {
      const secret = kubectl("-n", namespace, "get", "secrets", "-o", "name")
        .split("\n")
        .find((each) => each.startsWith(`secret/${name}-token-`));
      // Newer clusters do not create one automatically.
      const token = secret
        ? Buffer.from(kubectl("-n", namespace, "get", secret, "-o", "jsonpath={.data.token}"), "base64").toString()
        : kubectl("-n", namespace, "create", "token", name);
      const config = JSON.parse(kubectl("config", "view", "--raw", "--minify", "-o", "json"));
      const [context] = config.contexts;
      config.users = [{ name: context.context.user, user: { token } }];
      mkdirSync(folder, { recursive: true });
      const file = path.join(folder, `${name}-${randomUUID()}.json`);
      writeFileSync(file, JSON.stringify(config));
      return file;
    },
    crash(namespace, pod) {
      if (!lab) return void kubectl("-n", namespace, "delete", "pod", pod, "--grace-period=0", "--force");
      const node = Number(kubectl("-n", namespace, "get", "pod", pod, "-o", "jsonpath={.spec.nodeName}").slice(1));
      const filters = [`label=io.kubernetes.pod.name=${pod}`, "label=io.kubernetes.container.name=device"];
      const [container = ""] = lab
        .docker(node, "ps", "-q", ...filters.flatMap((each) => ["--filter", each]))
        .split("\n");
      lab.docker(node, "kill", container);
    },
    lab,
    stop,
  };
}
