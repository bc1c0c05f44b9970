import { cutText } from "@terrarium/bounds/cut-text";
import { z } from "zod";
import type { DeviceEnd } from "../running-devices.ts";
import { INSTALL_LABEL, POOL_LABEL, SANDBOX_LABEL } from "./pod.ts";

/** Owner of Pods that the controller of kubernetes-sigs/agent-sandbox creates (its api/v1beta1). */
export const SANDBOX_GROUP = "agents.x-k8s.io";
export const SANDBOX_KIND = "Sandbox";

const Ended = z.object({
  exitCode: z.number(),
  reason: z.string().default(""),
  message: z.string().default(""),
});

/** The fields that are read from a Pod (Kubernetes API, core/v1). */
const Pod = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string().default(""),
    labels: z.record(z.string(), z.string()).default({}),
    ownerReferences: z
      .array(z.object({ apiVersion: z.string(), kind: z.string(), name: z.string(), uid: z.string() }))
      .default([]),
    creationTimestamp: z.coerce.date(),
    deletionTimestamp: z.coerce.date().optional(),
  }),
  status: z
    .object({
      phase: z.string().default("Pending"),
      podIP: z.string().optional(),
      reason: z.string().default(""),
      message: z.string().default(""),
      conditions: z
        .array(z.object({ type: z.string(), status: z.string(), message: z.string().default("") }))
        .default([]),
      containerStatuses: z
        .array(
          z.object({
            state: z
              .object({
                waiting: z.object({ reason: z.string().default(""), message: z.string().default("") }).optional(),
                terminated: Ended.optional(),
              })
              .default({}),
          }),
        )
        .default([]),
    })
    .prefault({}),
});

/** A Sandbox object of agent-sandbox. */
export interface SandboxRef {
  /** API version, such as v1beta1. */
  version: string;
  name: string;
  uid: string;
}

/** A Pod of this installation, as last seen. */
export interface DevicePod {
  name: string;
  uid: string;
  /** Changes with each update. */
  version: string;
  /** Undefined in standby. */
  sandboxId: string | undefined;
  /** Sandbox object that created it and would replace it; undefined if a server created it. */
  madeBy: SandboxRef | undefined;
  /** Whether a server has never labelled it. A server labels only the first Pod of a Sandbox object. */
  isNobodys: boolean;
  pool: string;
  /** Epoch milliseconds by the cluster's clock. */
  startedAt: number;
  /** Address; undefined if it does not run. */
  host: string | undefined;
  /** Whether it is being deleted, by any party. */
  isLeaving: boolean;
  /** Undefined unless it has ended or is being deleted. */
  end: DeviceEnd | undefined;
  /** Reason why it cannot start under the current conditions. */
  trouble: string | undefined;
  /** Resource that it waits for and that the cluster lacks. */
  lack: string | undefined;
}

/** The kubelet's reasons for containers that retries will not start. */
const TROUBLES =
  /^(ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull|CreateContainerConfigError|CreateContainerError|RunContainerError)$/;

/** Parses a Pod of the API; returns undefined if it belongs to another installation. */
export function readPod(value: unknown, installId: string): DevicePod | undefined {
  const { metadata, status } = Pod.parse(value);
  const { name, uid, resourceVersion: version, labels } = metadata;
  const madeBy = sandboxOf(metadata.ownerReferences);
  if (labels[INSTALL_LABEL] !== installId) return undefined;
  const state = status.containerStatuses[0]?.state;
  const isLeaving = metadata.deletionTimestamp !== undefined;
  const isOver = status.phase === "Failed" || status.phase === "Succeeded" || state?.terminated !== undefined;
  const waiting = state?.waiting;
  const isRunning = status.phase === "Running" && !isOver && !isLeaving;
  return {
    name,
    uid,
    version,
    sandboxId: labels[SANDBOX_LABEL] || undefined,
    madeBy,
    isNobodys: madeBy !== undefined && labels[SANDBOX_LABEL] === undefined,
    pool: labels[POOL_LABEL] ?? "",
    startedAt: metadata.creationTimestamp.getTime(),
    host: isRunning ? status.podIP : undefined,
    isLeaving,
    end: isOver ? endOf(status.reason, status.message, state?.terminated) : isLeaving ? LEAVING : undefined,
    trouble: waiting && TROUBLES.test(waiting.reason) ? words(waiting.reason, waiting.message) : undefined,
    lack: status.conditions.find(({ type, status }) => type === "PodScheduled" && status === "False")?.message,
  };
}

function sandboxOf(owners: z.infer<typeof Pod>["metadata"]["ownerReferences"]): SandboxRef | undefined {
  for (const { apiVersion, kind, name, uid } of owners) {
    const [group, version = ""] = apiVersion.split("/");
    if (group === SANDBOX_GROUP && kind === SANDBOX_KIND) return { version, name, uid };
  }
  return undefined;
}

/** Returns whether a Pod has been labelled, and runs or cannot start. */
export const isSettled = ({ isNobodys, host, trouble }: DevicePod): boolean =>
  !isNobodys && (host !== undefined || trouble !== undefined);

const LEAVING: DeviceEnd = { detail: "its Pod is being deleted, or its node was lost", usedTooMuchMemory: false };

function endOf(reason: string, message: string, ended: z.infer<typeof Ended> | undefined): DeviceEnd {
  // For example, a node ran out of a resource, or a volume exceeded its size.
  if (reason !== "") return { detail: `its Pod was ended: ${words(reason, message)}`, usedTooMuchMemory: false };
  if (ended?.reason === "OOMKilled")
    return { detail: "its Pod used more memory than its limit", usedTooMuchMemory: true };
  const why = ended ? ` with ${ended.exitCode}${ended.message === "" ? "" : `: ${ended.message.trim()}`}` : "";
  return { detail: `its Pod ended${why}`, usedTooMuchMemory: false };
}

const MOST_WORDS = 500;
const words = (reason: string, message: string): string =>
  cutText(message === "" ? reason : `${reason}: ${message}`, MOST_WORDS);
