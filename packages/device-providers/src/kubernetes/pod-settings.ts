/** ADB port of a device in its Pod. */
export const ADB_PORT = 5555;

/**
 * Creator of Pods: the server itself, Sandbox objects of agent-sandbox, or (auto) Sandbox objects if the cluster
 * supports them.
 */
export const POD_OBJECTS = ["auto", "pods", "agent-sandbox"] as const;
export type PodObjects = (typeof POD_OBJECTS)[number];

/** Settings common to all Pods of an installation. */
export interface PodSettings {
  installId: string;
  namespace: string;
  /** Default image for templates without one, in the format of `imageFor`. */
  image: string;
  /**
   * Folder of the Linux sandboxes' seccomp profiles (deploy/seccomp) on nodes, below the kubelet's own folder for
   * profiles.
   */
  seccompFolder?: string | undefined;
  egress: string;
  clock: string | undefined;
  storageMb: number;
  /** Encoder of the screen; undefined: the device chooses. */
  screenEncoder?: string | undefined;
}
