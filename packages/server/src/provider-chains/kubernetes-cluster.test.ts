import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileContentPath } from "@terrarium/contract/proxy";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { connectAdb } from "@terrarium/device-control/adb/connect-adb";
import {
  createKubernetesProvider,
  type KubernetesProviderOptions,
} from "@terrarium/device-providers/kubernetes/kubernetes-provider";
import { devicePod, podNames } from "@terrarium/device-providers/kubernetes/pod";
import type { PodObjects } from "@terrarium/device-providers/kubernetes/pod-settings";
import { deployServers } from "@terrarium/device-providers/testing/cluster-server";
import {
  startKubernetesCluster,
  whyNoAgentSandbox,
  whyNoCluster,
  type KubernetesCluster,
  type Lab,
} from "@terrarium/device-providers/testing/kubernetes-cluster";
import { copyLinuxImage, TEST_LINUX_IMAGES, whyNoLinuxImage } from "@terrarium/device-providers/testing/linux-images";
import { readManifests } from "@terrarium/device-providers/testing/manifests";
import { TEST_MODEL, testProvider, testSpec } from "@terrarium/device-providers/testing/provider-suite";
import { startStandIn, type StandInController } from "@terrarium/device-providers/testing/stand-in-agent-sandbox";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { startPostgresCluster } from "@terrarium/platform/testing/postgres-cluster";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openProvider } from "../../../../tools/provider-check/open-provider.ts";
import { checkProvider, type CheckLine } from "../check-provider.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { driveSnapshot, driveWholeChain } from "../testing/whole-chain.ts";

/** Time until a lost node's devices are lost: 12 s in these clusters and 30 s of toleration. */
const LOST_MS = 120_000;
const folder = temporaryFolder();
const namespace = `trm-test-${process.pid}`;
const serverNamespace = `${namespace}-server`;

describeWhere(whyNoCluster(), "on a real cluster", () => {
  let cluster: KubernetesCluster;
  /** Only the rights that operators grant the server. */
  let kubeconfig: string;
  beforeAll(async () => {
    cluster = await startKubernetesCluster();
    const kinds = ["Namespace", "ServiceAccount", "Role", "RoleBinding", "ResourceQuota", "NetworkPolicy"];
    cluster.apply(readManifests(kinds, { server: serverNamespace, devices: namespace }));
    const account = { name: "terrarium-server", namespace: serverNamespace };
    // The cluster creates the token a moment later.
    kubeconfig = await vi.waitFor(() => cluster.as(account), { timeout: 45_000, interval: 200 });
  }, 600_000);
  afterAll(async () => {
    cluster?.kubectl("delete", "namespace", namespace, serverNamespace, "--wait=false");
    await cluster?.stop();
  });

  const optionsOf = (installId: string): Omit<KubernetesProviderOptions, "log"> => ({
    address: { kubeconfig },
    namespace,
    installId,
    image: cluster.image,
    egress: "off",
    clock: undefined,
    storageMb: 64,
  });
  /** Starts a server with this template, in YAML. */
  function startAppWith(template: string): Promise<TestApp> {
    const templates = path.join(folder, "templates.yaml");
    mkdirSync(folder, { recursive: true });
    writeFileSync(templates, `templates: [${template}]\n`);
    return startTestApp({
      TERRARIUM_PROVIDERS: "kubernetes",
      TERRARIUM_TEMPLATES: templates,
      TERRARIUM_KUBERNETES_NAMESPACE: namespace,
      KUBECONFIG: kubeconfig,
      TERRARIUM_DEVICE_STORAGE_MB: "64",
    });
  }
  const withLabel = (verb: "get" | "delete", kind: string, installId: string, ...more: string[]) =>
    cluster.kubectl("-n", namespace, verb, kind, "-l", `terrarium.dev/install=${installId}`, ...more);
  /** Returns the names of an installation's objects of a kind. */
  const partsOf = (installId: string, kind: string) =>
    withLabel("get", kind, installId, "-o", "name")
      .split("\n")
      .filter(Boolean)
      .map((name) => name.replace("pod/", ""));
  const podsOf = (installId: string) => partsOf(installId, "pods");
  const SANDBOXES = "sandboxes.agents.x-k8s.io";

  const testMadeBy = (objects: PodObjects) =>
    testProvider(
      "kubernetes",
      async () => {
        const installId = randomUUID();
        const names = podNames(installId);
        const options = () => ({ ...optionsOf(installId), objects });
        const others: string[] = [];
        const uidOf = (name: string) =>
          cluster.kubectl("-n", namespace, "get", "pod", name, "-o", "jsonpath={.metadata.uid}");
        return {
          open: () => createKubernetesProvider({ ...options(), log: pino({ level: "silent" }) }),
          moduleSource: `
          const log = { debug() {}, warn: console.error, error: console.error };
          const { createKubernetesProvider } = await import(${JSON.stringify(new URL("kubernetes-provider.ts", import.meta.url).href)});
          const provider = createKubernetesProvider({ ...${JSON.stringify(options())}, log });
        `,
          crash: async (sandboxId) => cluster.crash(namespace, names.ofSandbox(sandboxId)),
          leftovers: async () => [
            ...podsOf(installId),
            ...(objects === "agent-sandbox" ? partsOf(installId, SANDBOXES) : []),
          ],
          async makeOthers() {
            const settings = { ...optionsOf(randomUUID()), clock: undefined };
            const owner = { sandboxId: "sbx_1", authorizedKey: "" };
            const foreign = devicePod(TEST_MODEL, settings, { ...owner, name: "somebody-elses" });
            // Its name looks like ours, but it has no label.
            const forged = devicePod(TEST_MODEL, settings, { ...owner, name: names.ofSandbox("sbx_forged") });
            if (forged.metadata) forged.metadata.labels = {};
            for (const pod of [foreign, forged]) cluster.apply(JSON.stringify(pod));
            others.push("somebody-elses", names.ofSandbox("sbx_forged"));
            const uids = others.map(uidOf);
            return async () => others.every((name, index) => uidOf(name) === uids[index]);
          },
          ...(cluster.lab && { restartEngine: () => cluster.lab?.killApi() ?? Promise.resolve() }),
          async remove() {
            if (others.length > 0) cluster.kubectl("-n", namespace, "delete", "pods", "--wait=false", ...others);
          },
        };
      },
      { canStop: false, many: 8, goneMs: 60_000 },
    );

  testMadeBy("pods");

  /** Opens a provider of a new or given installation until the end of the test. */
  function open(more: Partial<KubernetesProviderOptions> = {}) {
    const { installId = randomUUID() } = more;
    const standby: string[] = [];
    const log = {
      debug: ({ pod }: { pod: string }) => void standby.push(pod),
      warn() {},
      error() {},
    };
    const provider = createKubernetesProvider({ ...optionsOf(installId), log, ...more });
    const exits: { sandboxId: string; detail: string; words: string | undefined }[] = [];
    provider.onExit((sandboxId, detail, words) => void exits.push({ sandboxId, detail, words }));
    onTestFinished(async () => {
      await provider.close();
      const hasSandboxes = cluster.kubectl("api-resources", "--api-group=agents.x-k8s.io", "-o", "name") !== "";
      for (const kind of hasSandboxes ? [SANDBOXES, "pods"] : ["pods"])
        withLabel("delete", kind, installId, "--wait=false");
    });
    return { provider, installId, names: podNames(installId), exits, standby };
  }

  test("the server may change Pods of one namespace only", () => {
    const may = (verb: string, what: string, where: string, ...more: string[]) => {
      const args = ["--kubeconfig", kubeconfig, "-n", where, "auth", "can-i", verb, what, ...more];
      try {
        return cluster.kubectl(...args);
      } catch {
        return "no";
      }
    };
    const pods = ["create", "list", "watch", "patch", "delete"].map((verb) => may(verb, "pods", namespace));
    expect(pods).toEqual(["yes", "yes", "yes", "yes", "yes"]);
    expect(may("create", "pods", namespace, "--subresource=exec")).toBe("no");
    for (const what of ["secrets", "configmaps", "nodes"]) expect(may("get", what, namespace)).toBe("no");
    expect(may("list", "pods", "default")).toBe("no");
  });

  test("limits a device's rights, memory and writable paths", async () => {
    const { provider, names } = open();
    await provider.create({ ...testSpec("sbx_1"), memoryMb: 300, cpu: 1 });
    const script = `const { readFileSync: read, writeFileSync: write, existsSync: exists } = require("fs");
      const status = Object.fromEntries(read("/proc/self/status", "utf8").split("\\n").map((line) => line.split(":\\t")));
      const writes = (file) => { try { write(file, ""); return "written"; } catch (error) { return error.code; } };
      console.log(JSON.stringify({
        uid: process.getuid(), caps: status.CapEff, bounding: status.CapBnd, noNewPrivs: status.NoNewPrivs, seccomp: status.Seccomp,
        root: writes("/app/x"), etc: writes("/etc/passwd"), data: writes("/data/x"), tmp: writes("/tmp/x"), key: writes("/run/terrarium/x"),
        token: exists("/var/run/secrets/kubernetes.io"),
        secrets: Object.keys(process.env).filter((key) => /TERRARIUM|KUBERNETES|SERVICE/.test(key)),
      }));`;
    const name = names.ofSandbox("sbx_1");
    const seen = JSON.parse(cluster.kubectl("-n", namespace, "exec", name, "--", "node", "-e", script));
    expect(seen).toEqual({
      uid: 10_001,
      caps: "0000000000000000",
      bounding: "0000000000000000",
      noNewPrivs: "1",
      seccomp: "2",
      root: "EROFS",
      etc: "EROFS",
      data: "written",
      tmp: "written",
      key: "EROFS",
      token: false,
      // Every Pod's environment contains the address of the API itself.
      secrets: expect.not.arrayContaining([expect.stringContaining("TERRARIUM")]),
    });
  });

  test("reports the end of a device above its memory limit", async () => {
    const { provider } = open();
    await expect(provider.create({ ...testSpec("sbx_1"), memoryMb: 20 })).rejects.toThrow(/memory|ended with/);
    await expect.poll(() => provider.list()).toEqual([]);
  });

  test.each([
    ["whose image is not there", { image: "terrarium-test/none:1", pod: { pullPolicy: "Never" } }, "ErrImageNeverPull"],
    ["whose runtime class is not there", { pod: { runtimeClass: "none" } }, "refused its Pod"],
    ["for which there is no node", { pod: { nodeSelector: { nowhere: "yes" } } }, "0/3 nodes are available"],
  ] as const)("a device %s fails to start and leaves nothing behind", async (_what, model, words) => {
    const { provider } = open({ scheduleTimeoutMs: 10_000 });
    await expect(provider.create({ ...testSpec("sbx_1"), ...model })).rejects.toThrow(words);
    await expect.poll(() => provider.list()).toEqual([]);
  });

  /** Resolves with the name of the standby Pod. */
  async function claimByTwo(objects?: PodObjects): Promise<string> {
    const installId = randomUUID();
    const warm = [{ model: TEST_MODEL, size: 1 }];
    const { provider, standby } = open({ installId, warm, objects });
    await expect.poll(() => standby, { timeout: 60_000 }).toHaveLength(1);
    const other = open({ installId, warm, objects });
    await expect.poll(() => other.standby).toEqual(standby);
    const keys = await Promise.all([generateAdbKey(), generateAdbKey()]);
    const [mine, theirs] = keys.map(({ authorizedKey, privateKeyPem }, index) => ({
      ...testSpec(`sbx_${index}`),
      authorizedKey,
      adbPrivateKeyPem: privateKeyPem,
    }));
    if (!mine || !theirs) throw new Error("two keys make two specs");
    const [one, two] = await Promise.all([provider.create(mine), other.provider.create(theirs)]);
    (await connectAdb({ address: one.address, adbPrivateKeyPem: mine.adbPrivateKeyPem })).close();
    (await connectAdb({ address: two.address, adbPrivateKeyPem: theirs.adbPrivateKeyPem })).close();
    const stranger = connectAdb({ address: one.address, adbPrivateKeyPem: theirs.adbPrivateKeyPem });
    await expect(stranger).rejects.toThrow("does not accept");
    return standby[0] ?? "";
  }
  /** Returns the sandbox id of a Pod. */
  const labelOf = (pod: string) =>
    cluster.kubectl("-n", namespace, "get", "pod", pod, "-o", "jsonpath={.metadata.labels.terrarium\\.dev/sandbox}");

  test("gives a standby device to one of two servers", async () => {
    expect(labelOf(await claimByTwo())).toMatch(/^sbx_[01]$/);
  });

  test("ends and removes the devices of a lost node only", async () => {
    if (!cluster.lab) return;
    const { provider, exits, installId } = open({ overdueMs: 5_000 });
    const onNode = (zone: string) => ({ pod: { nodeSelector: { zone } } });
    await provider.create({ ...testSpec("sbx_lost"), ...onNode("z3") });
    await provider.create({ ...testSpec("sbx_other"), ...onNode("z2") });
    await withoutNode(cluster.lab, async () => {
      await expect.poll(() => exits.map(({ sandboxId }) => sandboxId), { timeout: LOST_MS }).toEqual(["sbx_lost"]);
      await provider.destroy("sbx_lost");
      await expect.poll(() => podsOf(installId), { timeout: 30_000 }).toHaveLength(1);
      expect(await provider.inspect("sbx_other")).toMatchObject({ state: "running" });
    });
  }, 300_000);

  /** Runs work while the third node has no network. */
  async function withoutNode(lab: Lab, work: () => Promise<void>): Promise<void> {
    await lab.lose(3);
    try {
      await work();
    } finally {
      await lab.find(3);
      const isReady = () => cluster.kubectl("get", "nodes", "--no-headers").match(/ Ready/g);
      await expect.poll(isReady, { timeout: 60_000 }).toHaveLength(3);
    }
  }

  describeWhere(whyNoLinuxImage("linux"), "Linux sandboxes", () => {
    test("runs a Pod under each seccomp profile and restores snapshots", async () => {
      const { lab } = cluster;
      if (!lab) return;
      await copyLinuxImage((...args) => lab.docker(1, ...args), "linux");
      const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
      const answers: string[] = [];
      for (const seccompFolder of ["terrarium", undefined]) {
        const { provider } = open({ image: TEST_LINUX_IMAGES, seccompFolder });
        const { address } = await provider.create({
          ...testSpec(`sbx_${seccompFolder ?? "default"}`),
          kind: "linux",
          memoryMb: 512,
          pod: { nodeSelector: { zone: "z1" } },
          authorizedKey,
          adbPrivateKeyPem,
        });
        const connection = await connectAdb({ address, adbPrivateKeyPem });
        // AF_VSOCK and io_uring_setup, which the engines' own profiles allowed for a long time.
        const asked = `socket(S, 40, 1, 0) or print $! + 0, " "; syscall(425, 0, 0) == -1 && print $! + 0`;
        const seen = `touch kept && pwd; id -un; grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/self/status | cut -f2 | xargs; perl -e '${asked}'`;
        answers.push(await connection.adb.subprocess.noneProtocol.spawnWaitText(seen));
        connection.close();
        await provider.destroy(`sbx_${seccompFolder ?? "default"}`);
      }
      const [ours = "", runtimes = ""] = answers;
      expect(ours).toBe("/home/user\nuser\n0000000000000000 1 2\n97 1");
      expect(runtimes).toMatch(/^\/home\/user\nuser\n0000000000000000 1 2\n/);
      expect(runtimes).not.toBe(ours);

      // Only this node has its image.
      const where = "provider: kubernetes, nodeSelector: { zone: z1 }";
      const app = await startAppWith(
        `{ id: linux, name: Linux, kind: linux, ${where}, image: "${TEST_LINUX_IMAGES.replace("{kind}", "linux")}", cpu: 1, memory: 512 }`,
      );
      onTestFinished(() => app.remove());
      const { found, kept } = await driveSnapshot(app, await app.signIn("Ada"), "linux");
      expect(found).toBe(kept);
    }, 900_000);
  });

  describe.each(["browser", "desktop"] as const)("a sandbox with a screen", (kind) => {
    describeWhere(whyNoLinuxImage(kind), `a ${kind}`, () => {
      test("draws on its screen and reports its pages", async () => {
        const { lab } = cluster;
        if (!lab) return;
        await copyLinuxImage((...args) => lab.docker(1, ...args), kind);
        const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
        const { provider } = open({ image: TEST_LINUX_IMAGES, seccompFolder: "terrarium" });
        const { address } = await provider.create({
          ...testSpec(`sbx_${kind}`),
          kind,
          memoryMb: 2048,
          // Large enough for windows.
          widthPx: 1024,
          heightPx: 768,
          pod: { nodeSelector: { zone: "z1" } },
          authorizedKey,
          adbPrivateKeyPem,
        });
        const connection = await connectAdb({ address, adbPrivateKeyPem });
        const shell = (line: string) => connection.adb.subprocess.noneProtocol.spawnWaitText(line);
        expect(await shell("screencap -p | head -c 4 | tail -c 3")).toBe("PNG");
        const page = "data:text/html,<title>Hello</title><button>Press here</button>";
        const openPage = `curl -s -X PUT 'http://127.0.0.1:9222/json/new?${encodeURIComponent(page)}'`;
        await expect.poll(() => shell(openPage)).toContain("Hello");
        await expect.poll(() => shell("uiautomator dump /dev/tty")).toContain("Press here");
        connection.close();
        await provider.destroy(`sbx_${kind}`);
      }, 900_000);
    });
  });

  test("npm run provider-check succeeds", async () => {
    const checked = await openProvider("kubernetes", {
      KUBECONFIG: kubeconfig,
      TERRARIUM_KUBERNETES_NAMESPACE: namespace,
      TERRARIUM_KUBERNETES_IMAGE: cluster.image,
    });
    onTestFinished(() => checked.remove());
    const lines: CheckLine[] = [];
    await checkProvider(checked, (line) => void lines.push(line));
    expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
  });

  test("runs the whole chain in a Pod", async () => {
    const screen = "screen: { width: 360, height: 640, density: 160 }";
    const app = await startAppWith(
      `{ id: clustered, name: Clustered, provider: kubernetes, image: "${cluster.image}", cpu: 1, memory: 512, ${screen} }`,
    );
    try {
      const { id } = await driveWholeChain(app, "clustered", { width: 360, height: 640 });
      const left = () =>
        cluster.kubectl("-n", namespace, "get", "pods", "-l", `terrarium.dev/sandbox=${id}`, "-o", "name");
      await expect.poll(left).toBe("");
      expect((await app.call("GET", "/readyz")).body).toMatchObject({ status: "ok", checks: { kubernetes: "ok" } });
    } finally {
      await app.remove();
    }
  });

  test("servers installed by helm share devices, which survive upgrades", async () => {
    const { lab } = cluster;
    if (!lab) return;
    const postgres = await startPostgresCluster(lab.host);
    onTestFinished(() => postgres.stop());
    const DATABASE_URL = postgres.remoteAddress("migrated");
    const TERRARIUM_SECRET = randomUUID();
    const servers = await deployServers(cluster, lab, {
      namespace: serverNamespace,
      devicesNamespace: namespace,
      replicas: 2,
      secret: { DATABASE_URL, TERRARIUM_SECRET },
    });
    const origins = servers.origins();
    expect(origins).toHaveLength(2);
    // The deployed servers accept only GitHub sign-ins; this additional server accepts any name.
    const settings = { TERRARIUM_KUBERNETES_NAMESPACE: namespace, TERRARIUM_KUBERNETES_IMAGE: cluster.image };
    const more = { TERRARIUM_PROVIDERS: "kubernetes", KUBECONFIG: kubeconfig, ...settings };
    const beside = await startTestApp({ DATABASE_URL: postgres.address("migrated"), TERRARIUM_SECRET, ...more });
    onTestFinished(() => beside.remove());
    const token = await beside.signIn("Ada");
    const authorization = `Bearer ${token}`;
    const [one = "", two = ""] = origins;
    const json = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ type: "android", config: { expiresIn: "5m" } });
    const made = await fetch(`${one}/api/v1/boxes`, { method: "POST", headers: json, body });
    const box = (await made.json()) as { id: string; status: string };
    expect(box).toMatchObject({ status: "running" });
    const file = fileContentPath(box.id, "/sdcard/note.txt");
    const headers = { authorization, "content-type": "application/octet-stream" };
    expect((await fetch(one + file, { method: "PUT", headers, body: "from one server" })).status).toBe(204);
    expect(await (await fetch(two + file, { headers: { authorization } })).text()).toBe("from one server");
    const ready = await (await fetch(`${two}/readyz`)).json();
    expect(ready).toMatchObject({ status: "ok", checks: { kubernetes: "ok" } });
    const levelOf = () =>
      cluster.kubectl("-n", serverNamespace, "get", "deployment", "terrarium-server", "-o", "yaml").match(/LOG_LEVEL/);
    await servers.upgrade({ replicas: 1, settings: { LOG_LEVEL: "debug" } });
    expect(levelOf()).not.toBeNull();
    const [upgraded = ""] = servers.origins();
    expect(await (await fetch(upgraded + file, { headers: { authorization } })).text()).toBe("from one server");
    await servers.rollback();
    expect(levelOf()).toBeNull();
    await servers.uninstall();
    const ofRelease = ["-l", "app.kubernetes.io/instance=terrarium", "-o", "name"];
    expect(cluster.kubectl("-n", serverNamespace, "get", "deployments,services,configmaps", ...ofRelease)).toBe("");
    const boxPath = `/api/v1/boxes/${box.id}`;
    expect((await beside.call("GET", boxPath, { token })).body).toMatchObject({ status: "running" });
    expect((await beside.call("POST", `${boxPath}/terminate`, { token, body: {} })).status).toBe(200);
  }, 400_000);

  // Last, because these tests add Sandbox objects to the tests' own cluster.
  describeWhere(whyNoAgentSandbox(), "with agent-sandbox", () => {
    let controller: StandInController | undefined;
    beforeAll(async () => void (controller = cluster.lab && (await startStandIn(cluster, namespace))), 60_000);
    afterAll(() => controller?.stop());
    const objects = "agent-sandbox";
    const uidOf = (name: string) =>
      cluster.kubectl("-n", namespace, "get", "pod", name, "--ignore-not-found", "-o", "jsonpath={.metadata.uid}");
    const partsLeft = (installId: string) => [...partsOf(installId, SANDBOXES), ...podsOf(installId)];

    testMadeBy(objects);

    test("the server may only create, list and delete Sandbox objects", () => {
      const may = cluster.kubectl("--kubeconfig", kubeconfig, "-n", namespace, "auth", "can-i", "--list");
      expect(may).toMatch(/^sandboxes\.agents\.x-k8s\.io +\[\] +\[\] +\[create list delete\]$/m);
    });

    test("the controller keeps the claim of one of two servers", async () => {
      const waited = await claimByTwo(objects);
      const owner = labelOf(waited);
      expect(owner).toMatch(/^sbx_[01]$/);
      const wanted = "terrarium.dev/pool";
      const poolOf = () => cluster.kubectl("-n", namespace, "get", "pod", waited, "-L", wanted, "--no-headers");
      const before = poolOf();
      cluster.kubectl("-n", namespace, "label", "pod", waited, "--overwrite", `${wanted}=other`);
      // When the template's label is back, the controller has processed this Pod.
      await expect.poll(poolOf).toContain(before.split(/ +/).at(-1));
      expect(labelOf(waited)).toBe(owner);
    });

    test("a deleted Pod ends its sandbox without a replacement", async () => {
      const { provider, exits, installId, names } = open({ objects, overdueMs: 2_000 });
      await provider.create(testSpec("sbx_1"));
      const name = names.ofSandbox("sbx_1");
      const first = uidOf(name);
      cluster.kubectl("-n", namespace, "delete", "pod", name);
      await expect.poll(() => exits.map(({ sandboxId }) => sandboxId)).toEqual(["sbx_1"]);
      await expect.poll(() => ["", first].includes(uidOf(name))).toBe(false);
      expect(await provider.inspect("sbx_1")).toMatchObject({ state: "gone" });
      await expect.poll(() => partsLeft(installId), { timeout: 30_000 }).toEqual([]);
    });

    test("lists and removes objects of a killed server", async () => {
      if (!controller) return;
      const installId = randomUUID();
      const options = JSON.stringify({ ...optionsOf(installId), objects });
      const file = JSON.stringify(new URL("kubernetes-provider.ts", import.meta.url).href);
      const script = `const { createKubernetesProvider } = await import(${file});
        const log = { debug() {}, warn() {}, error() {} };
        const provider = createKubernetesProvider({ ...${options}, log });
        await Promise.all(${JSON.stringify([testSpec("sbx_1"), testSpec("sbx_2")])}.map((spec) => provider.create(spec)));`;
      controller.pause();
      const server = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
      await expect.poll(() => partsOf(installId, SANDBOXES), { timeout: 20_000 }).toHaveLength(2);
      server.kill("SIGKILL");
      await once(server, "exit");
      const { provider } = open({ installId, objects });
      const listed = async () => (await provider.list()).map(({ sandboxId }) => sandboxId).toSorted();
      expect(await listed()).toEqual(["sbx_1", "sbx_2"]);
      await provider.destroy("sbx_1");
      expect(await listed()).toEqual(["sbx_2"]);
      controller.resume();
      await expect.poll(() => podsOf(installId)).toHaveLength(1);
      expect(await listed()).toEqual(["sbx_2"]);
      expect(await provider.inspect("sbx_2")).toMatchObject({ state: "gone" });
      await provider.destroy("sbx_2");
      await expect.poll(() => partsLeft(installId), { timeout: 60_000 }).toEqual([]);
    });

    test("ends a lost node's devices only, without replacement Pods", async () => {
      if (!cluster.lab) return;
      const { provider, exits, installId, names } = open({ objects, overdueMs: 5_000 });
      const onNode = (zone: string) => ({ pod: { nodeSelector: { zone } } });
      await provider.create({ ...testSpec("sbx_lost"), ...onNode("z3") });
      await provider.create({ ...testSpec("sbx_other"), ...onNode("z2") });
      const other = names.ofSandbox("sbx_other");
      await withoutNode(cluster.lab, async () => {
        await expect.poll(() => exits.map(({ sandboxId }) => sandboxId), { timeout: LOST_MS }).toEqual(["sbx_lost"]);
        await provider.destroy("sbx_lost");
        const left = [`sandbox.agents.x-k8s.io/${other}`, other];
        await expect.poll(() => partsLeft(installId), { timeout: 30_000 }).toEqual(left);
        expect(await provider.inspect("sbx_other")).toMatchObject({ state: "running" });
      });
    }, 300_000);
  });
});
