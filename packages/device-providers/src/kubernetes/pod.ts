import { createHash } from "node:crypto";
import type { V1ObjectMeta, V1Pod, V1PodSpec } from "@kubernetes/client-node";
import { requireImage } from "../device-image.ts";
import type { DeviceModel } from "../provider.ts";
import { podProgram } from "./pod-program.ts";
import { ADB_PORT, type PodSettings } from "./pod-settings.ts";

/** Label with the installation's id. Pods with another id, or without the label, are never touched. */
export const INSTALL_LABEL = "terrarium.dev/install";
/** Label with the sandbox's id; empty in standby. */
export const SANDBOX_LABEL = "terrarium.dev/sandbox";
/** Label with a hash of the creation settings. Devices of the same pool are interchangeable. */
export const POOL_LABEL = "terrarium.dev/pool";
/** Label with the egress setting, for the NetworkPolicies of deploy/. */
const EGRESS_LABEL = "terrarium.dev/egress";
/** Annotation with the accepted ADB key. The kubelet writes it to a file, and updates the file on changes. */
export const KEY_ANNOTATION = "terrarium.dev/adb-key";

const DEVICE_UID = 10_001;
const KEYS_FOLDER = "/run/terrarium";
const KEYS_FILE = "authorized_keys";
/** Grace period of a device's end. */
const GRACE_SECONDS = 2;
/** Time after which an unreachable node's devices count as lost. */
const LOST_NODE_SECONDS = 30;
/** Factor for a disk's block overhead and the phone's own data, on top of the user's storage. */
const STORAGE_MARGIN = 1.25;
const LOG_MB = 64;

/**
 * Returns functions for names of a sandbox's Pod and of a standby Pod. Replaces `_` of ids, which Pod names cannot
 * contain.
 */
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

/** Name, sandbox and key of a Pod; sandbox and key are empty in standby. */
export interface PodOwner {
  name: string;
  sandboxId: string;
  authorizedKey: string;
}

/** Returns the owner of a standby Pod, which accepts no key. */
export const waitingOwner = (name: string): PodOwner => ({ name, sandboxId: "", authorizedKey: "" });

/** Hashes all that a Pod is created with, and its egress setting. Devices with equal hashes are interchangeable. */
export function poolOf(model: DeviceModel, settings: PodSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([settings.egress, podSpec(model, settings)]))
    .digest("hex")
    .slice(0, 12);
}

/** Returns the label selector for this installation's Pods, or those of one sandbox. */
export const selectorOf = (installId: string, sandboxId?: string): string =>
  `${INSTALL_LABEL}=${installId}${sandboxId === undefined ? "" : `,${SANDBOX_LABEL}=${sandboxId}`}`;

/** Returns a device's Pod (Kubernetes 1.20 and newer; complies with the Pod Security Standard "restricted"). */
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
        // Kubernetes creates a missing folder as root. A user's home does not exist in an empty volume, so its parent
        // is used.
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

/** Returns the labels and annotations that assign a Pod to a sandbox or to standby. */
export function marksOf({ metadata = {} }: V1Pod): Pick<V1ObjectMeta, "labels" | "annotations"> {
  const { labels = {}, annotations = {} } = metadata;
  return { labels: { [SANDBOX_LABEL]: labels[SANDBOX_LABEL] ?? "" }, annotations };
}

/**
 * Returns the patch that assigns a standby Pod to a sandbox. Of several concurrent patches, the API server applies one
 * (RFC 6902, "test").
 */
export function claimPatch(sandboxId: string, authorizedKey: string): object[] {
  const at = (place: string, name: string) => `/metadata/${place}/${name.replaceAll("/", "~1")}`;
  const label = at("labels", SANDBOX_LABEL);
  return [
    { op: "test", path: label, value: "" },
    { op: "replace", path: label, value: sandboxId },
    { op: "add", path: at("annotations", KEY_ANNOTATION), value: authorizedKey },
  ];
}
