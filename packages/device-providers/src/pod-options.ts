/** Pod options of a template, named as in the Kubernetes API. */
export interface PodOptions {
  runtimeClass?: string | undefined;
  nodeSelector?: Record<string, string> | undefined;
  tolerations?: readonly PodToleration[] | undefined;
  pullPolicy?: "Always" | "IfNotPresent" | "Never" | undefined;
  /** Name of a Secret in the devices' namespace. */
  pullSecret?: string | undefined;
  /** Resources that a node must have free. */
  requests?: { cpu?: number | undefined; memoryMb?: number | undefined } | undefined;
}

interface PodToleration {
  key?: string | undefined;
  operator?: "Exists" | "Equal" | undefined;
  value?: string | undefined;
  effect?: "NoSchedule" | "PreferNoSchedule" | "NoExecute" | undefined;
  tolerationSeconds?: number | undefined;
}
