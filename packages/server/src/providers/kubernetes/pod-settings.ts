/** Where a device answers ADB in its Pod. */
export const ADB_PORT = 5555;

/** What makes Pods: the server itself, Sandbox objects of agent-sandbox, or these where the cluster has them. */
export const POD_OBJECTS = ["auto", "pods", "agent-sandbox"] as const;
export type PodObjects = (typeof POD_OBJECTS)[number];

/** What is alike in all Pods of an installation. */
export interface PodSettings {
  installId: string;
  namespace: string;
  /** The image of templates that name none, as `imageFor` reads it. */
  image: string;
  /** Where, in the kubelet's own folder for them, nodes have the profiles of Linux sandboxes (deploy/seccomp). */
  seccompFolder?: string | undefined;
  egress: string;
  clock: string | undefined;
  storageMb: number;
}
