import { createHash } from "node:crypto";
import type { V1ObjectMeta, V1Pod, V1PodSpec } from "@kubernetes/client-node";
import { requireImage } from "../device-image.ts";
import type { DeviceModel } from "../provider.ts";
import { podProgram } from "./pod-program.ts";
import { ADB_PORT, type PodSettings } from "./pod-settings.ts";

/** Whose Pods these are; what has another installation's id, or none, is never touched. */
export const INSTALL_LABEL = "terrarium.dev/install";
/** Whose device it is: a sandbox's id, or nothing while it waits for one. */
export const SANDBOX_LABEL = "terrarium.dev/sandbox";
/** What it was made with: devices of the same pool can stand for each other. */
export const POOL_LABEL = "terrarium.dev/pool";
/** How far it may reach, for the NetworkPolicies of deploy/. */
const EGRESS_LABEL = "terrarium.dev/egress";
/** The ADB key that is let in; the kubelet writes it to a file, and anew when it changes. */
export const KEY_ANNOTATION = "terrarium.dev/adb-key";

const DEVICE_UID = 10_001;
const KEYS_FOLDER = "/run/terrarium";
const KEYS_FILE = "authorized_keys";
/** How long a device may take to end in order. */
const GRACE_SECONDS = 2;
/** How long a node may be out of reach before its devices count as lost. */
const LOST_NODE_SECONDS = 30;
/** A disk's blocks and what the phone keeps of its own, beside what its user may store. */
const STORAGE_MARGIN = 1.25;
const LOG_MB = 64;

/** A name for a Pod of a sandbox, or of one that waits; ids have `_`, names of Pods may not. */
export function podNames(installId: string) {
  const prefix = `terrarium-${installId.slice(0, 8)}-`;
  return {
    ofSandbox(sandboxId: string): string {
      if (!/^[a-z0-9](?:[a-z0-9_]{0,48}[a-z0-9])?$/.test(sandboxId))
        throw new RangeError(`"${sandboxId}" cannot name a Pod`);
      return prefix + sandboxId.replaceAll("_", "-");
    },
    ofWarm: (pool: string, id: string): string => `${prefix}warm-${pool}-${id}`,
  };
}

/** The Pod of a sandbox, or of none yet. */
export interface PodOwner {
  name: string;
  sandboxId: string;
  authorizedKey: string;
}

/** One that waits: it lets nobody in. */
export const waitingOwner = (name: string): PodOwner => ({ name, sandboxId: "", authorizedKey: "" });

/** What tells devices that can stand for each other from others: all that a Pod is made with, and how far it may reach. */
export function poolOf(model: DeviceModel, settings: PodSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([settings.egress, podSpec(model, settings)]))
    .digest("hex")
    .slice(0, 12);
}

/** The labels by which Pods of this installation are found, or those of one sandbox. */
export const selectorOf = (installId: string, sandboxId?: string): string =>
  `${INSTALL_LABEL}=${installId}${sandboxId === undefined ? "" : `,${SANDBOX_LABEL}=${sandboxId}`}`;

/** A device's Pod (Kubernetes 1.20 and newer; fulfils the Pod Security Standard "restricted"). */
export function devicePod(model: DeviceModel, settings: PodSettings, owner: PodOwner): V1Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: owner.name,
      namespace: settings.namespace,
      labels: {
        "app.kubernetes.io/name": "terrarium-device",
        "app.kubernetes.io/managed-by": "terrarium",
        [INSTALL_LABEL]: settings.installId,
        [SANDBOX_LABEL]: owner.sandboxId,
        [POOL_LABEL]: poolOf(model, settings),
        [EGRESS_LABEL]: settings.egress,
      },
      annotations: { [KEY_ANNOTATION]: owner.authorizedKey },
    },
    spec: podSpec(model, settings),
  };
}

function podSpec(model: DeviceModel, settings: PodSettings): V1PodSpec {
  const { pullSecret, pullPolicy, runtimeClass, nodeSelector, tolerations = [], requests = {} } = model.pod ?? {};
  const program = podProgram(model, settings, `${KEYS_FOLDER}/${KEYS_FILE}`);
  const dataMb = Math.ceil(settings.storageMb * STORAGE_MARGIN);
  const { cpu = program.requests.cpu, memoryMb = program.requests.memoryMb } = requests;
  const awayFor = (key: string) => ({
    key: `node.kubernetes.io/${key}`,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: LOST_NODE_SECONDS,
  });
  return {
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: GRACE_SECONDS,
    hostname: "terrarium",
    ...(runtimeClass !== undefined && { runtimeClassName: runtimeClass }),
    ...(nodeSelector && { nodeSelector }),
    ...(pullSecret !== undefined && { imagePullSecrets: [{ name: pullSecret }] }),
    tolerations: [awayFor("not-ready"), awayFor("unreachable"), ...tolerations],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: DEVICE_UID,
      runAsGroup: DEVICE_UID,
      fsGroup: DEVICE_UID,
      seccompProfile: program.seccompProfile,
    },
    containers: [
      {
        name: "device",
        image: requireImage(model, settings.image),
        imagePullPolicy: pullPolicy ?? "IfNotPresent",
        args: program.args,
        // One that is not there is made by root: a user's home is, in a volume that is empty.
        workingDir: program.dataPath,
        ports: [{ name: "adb", containerPort: ADB_PORT }],
        resources: {
          requests: {
            cpu: String(cpu),
            memory: `${Math.min(memoryMb, model.memoryMb)}Mi`,
            "ephemeral-storage": `${LOG_MB}Mi`,
          },
          limits: {
            cpu: String(model.cpu),
            memory: `${model.memoryMb}Mi`,
            "ephemeral-storage": `${dataMb + LOG_MB}Mi`,
          },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: [
          { name: "data", mountPath: program.dataPath },
          ...program.memoryFolders.map(({ name, path }) => ({ name, mountPath: path })),
          { name: "key", mountPath: KEYS_FOLDER, readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: "data", emptyDir: { sizeLimit: `${dataMb}Mi` } },
      ...program.memoryFolders.map(({ name, sizeMb }) => ({
        name,
        emptyDir: { medium: "Memory", sizeLimit: `${sizeMb}Mi` },
      })),
      {
        name: "key",
        downwardAPI: {
          items: [{ path: KEYS_FILE, fieldRef: { fieldPath: `metadata.annotations['${KEY_ANNOTATION}']` } }],
        },
      },
    ],
  };
}

/** What of a Pod's metadata changes when it becomes a sandbox's, or one in standby. */
export function marksOf({ metadata = {} }: V1Pod): Pick<V1ObjectMeta, "labels" | "annotations"> {
  const { labels = {}, annotations = {} } = metadata;
  return { labels: { [SANDBOX_LABEL]: labels[SANDBOX_LABEL] ?? "" }, annotations };
}

/** The change that gives a Pod that waits to a sandbox; the API server lets one of several do it (RFC 6902, "test"). */
export function claimPatch(sandboxId: string, authorizedKey: string): object[] {
  const at = (place: string, name: string) => `/metadata/${place}/${name.replaceAll("/", "~1")}`;
  const label = at("labels", SANDBOX_LABEL);
  return [
    { op: "test", path: label, value: "" },
    { op: "replace", path: label, value: sandboxId },
    { op: "add", path: at("annotations", KEY_ANNOTATION), value: authorizedKey },
  ];
}
