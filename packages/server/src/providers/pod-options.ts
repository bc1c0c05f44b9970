/** What a template says of its devices' Pods, by the names of the Kubernetes API. */
export interface PodOptions {
  runtimeClass?: string | undefined;
  nodeSelector?: Record<string, string> | undefined;
  tolerations?: readonly PodToleration[] | undefined;
  pullPolicy?: "Always" | "IfNotPresent" | "Never" | undefined;
  /** The name of a Secret in the devices' namespace. */
  pullSecret?: string | undefined;
  /** What a node must have free for one. */
  requests?: { cpu?: number | undefined; memoryMb?: number | undefined } | undefined;
}

interface PodToleration {
  key?: string | undefined;
  operator?: "Exists" | "Equal" | undefined;
  value?: string | undefined;
  effect?: "NoSchedule" | "PreferNoSchedule" | "NoExecute" | undefined;
  tolerationSeconds?: number | undefined;
}
