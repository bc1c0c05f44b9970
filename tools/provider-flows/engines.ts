import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDockerEngine, whyNoEngine } from "../../packages/device-providers/src/testing/docker-engine.ts";
import {
  startKubernetesCluster,
  whyNoCluster,
} from "../../packages/device-providers/src/testing/kubernetes-cluster.ts";
import { startTestAdbServer, startTestPhones } from "../../packages/device-providers/src/testing/test-phones.ts";

/** Environment that makes servers run their devices there. */
interface FlowEngine {
  environment: NodeJS.ProcessEnv;
  /** Whether several independent servers can use it at the same time. */
  isForMany: boolean;
  stop: () => Promise<void>;
}

interface Engine {
  /** Returns the reason why it cannot be started here; undefined if it can. */
  whyNot(): string | undefined;
  start(): Promise<FlowEngine>;
}

const NAMESPACE = "trm-flows";
/** The largest flow fills a team's quota of 20. Phones of earlier teams are still in use or being cleaned. */
const PHONES = 30;
/** Screen of the default template. */
const SCREEN = { widthPx: 720, heightPx: 1600, densityDpi: 320 };

/** Real engines, by the name of their provider. */
export const ENGINES: Readonly<Record<string, Engine>> = {
  docker: {
    whyNot: whyNoEngine,
    async start() {
      const engine = await startDockerEngine();
      const { socketPath, image } = engine;
      return {
        environment: { DOCKER_HOST: `unix://${socketPath}`, TERRARIUM_DOCKER_IMAGE: image },
        isForMany: true,
        stop: () => engine.stop(),
      };
    },
  },
  kubernetes: {
    whyNot: whyNoCluster,
    async start() {
      const cluster = await startKubernetesCluster();
      cluster.apply(JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } }));
      return {
        environment: {
          KUBECONFIG: cluster.kubeconfig,
          TERRARIUM_KUBERNETES_NAMESPACE: NAMESPACE,
          TERRARIUM_KUBERNETES_IMAGE: cluster.image,
        },
        isForMany: true,
        stop: () => cluster.stop(),
      };
    },
  },
  adb: {
    whyNot: () => undefined,
    async start() {
      const { phones, allow, remove } = await startTestPhones(PHONES, SCREEN);
      const server = await startTestAdbServer();
      allow(server.authorizedKey);
      for (const phone of phones) await server.attach(phone);
      const folder = mkdtempSync(path.join(tmpdir(), "terrarium-flows-"));
      const templates = path.join(folder, "templates.yaml");
      writeFileSync(templates, JSON.stringify({ templates: templatesOf(phones.map(({ route }) => route)) }));
      return {
        environment: { TERRARIUM_ADB_SERVERS: `127.0.0.1:${server.port}`, TERRARIUM_TEMPLATES: templates },
        isForMany: false,
        async stop() {
          await server.stop();
          await remove();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  },
};

/** Returns the templates that flows request by name, each with separate phones. */
const templatesOf = ([small = "", ...others]: readonly string[]) =>
  Object.entries({ tpl_phone: others, tpl_small_phone: [small] }).map(([id, phones]) => ({
    id,
    name: id === "tpl_phone" ? "Phone" : "Small phone",
    provider: "adb",
    cpu: 1,
    memory: 1024,
    screen: { width: SCREEN.widthPx, height: SCREEN.heightPx, density: SCREEN.densityDpi },
    phones,
  }));
