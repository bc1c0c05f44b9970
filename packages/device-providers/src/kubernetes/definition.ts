import { ConfigError } from "@terrarium/platform/base/config-error";
import { z } from "zod";
import { BUILT_IMAGES } from "../device-image.ts";
import { defineProvider, sharingOptions } from "../provider-definition.ts";
import { hasItsScreen, IMAGE_FIELDS, KIND_FIELDS, MISSING_SCREEN, toCommonModel } from "../template-fields.ts";
import { POD_FIELDS, toPodOptions } from "./pod-fields.ts";
import { POD_OBJECTS } from "./pod-settings.ts";

/** Pods of a cluster. */
export const kubernetes = defineProvider({
  name: "kubernetes",
  shared: true,
  hasLinux: true,
  isAttached: false,
  environment: z.object({
    KUBECONFIG: z.string().optional().meta({
      description:
        "kubeconfig file, for a server outside of the cluster. Inside, the server uses its Pod's service account",
      form: "path",
    }),
    KUBERNETES_SERVICE_HOST: z
      .string()
      .optional()
      .meta({ description: "the cluster's API; Kubernetes sets it in Pods", form: "host" }),
    TERRARIUM_KUBERNETES_NAMESPACE: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "must be the name of a namespace")
      .default("terrarium-devices")
      .describe("namespace of device Pods"),
    TERRARIUM_KUBERNETES_IMAGE: z.string().default(BUILT_IMAGES).describe("as `TERRARIUM_DOCKER_IMAGE`"),
    TERRARIUM_KUBERNETES_OBJECTS: z
      .enum(POD_OBJECTS, `must be one of ${POD_OBJECTS.join(", ")}`)
      .default("auto")
      .describe(
        "how Pods are created: `pods` by the server; `agent-sandbox` through [agent-sandbox](../operate/providers.md#agent-sandbox); `auto` through agent-sandbox if the cluster has it",
      ),
    TERRARIUM_KUBERNETES_SECCOMP: z
      .string()
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, "must be a folder within the kubelet's own for profiles, such as terrarium")
      .optional()
      .meta({
        description:
          "folder with the profiles of [deploy/seccomp](../../deploy/seccomp), inside the kubelet's profile folder on every node; Linux sandboxes use them",
        form: "path",
      }),
  }),
  readSettings(env) {
    if (env.KUBECONFIG === undefined && env.KUBERNETES_SERVICE_HOST === undefined)
      throw new ConfigError(
        "KUBECONFIG must be set to a kubeconfig file, since the server does not run in a cluster itself",
      );
    return {
      address: { kubeconfig: env.KUBECONFIG },
      namespace: env.TERRARIUM_KUBERNETES_NAMESPACE,
      image: env.TERRARIUM_KUBERNETES_IMAGE,
      seccompFolder: env.TERRARIUM_KUBERNETES_SECCOMP,
      objects: env.TERRARIUM_KUBERNETES_OBJECTS,
    };
  },
  template: z
    .strictObject({ ...KIND_FIELDS, ...IMAGE_FIELDS, ...POD_FIELDS, provider: z.literal("kubernetes") })
    .refine(hasItsScreen, MISSING_SCREEN),
  readTemplate(template) {
    const { image, warm } = template;
    return { model: { ...toCommonModel(template), image, pod: toPodOptions(template) }, warm };
  },
  async open(settings, parts) {
    // Its client library needs as much memory as the rest of a server.
    const { createKubernetesProvider } = await import("./kubernetes-provider.ts");
    const provider = createKubernetesProvider({ ...settings, ...(await sharingOptions(parts)) });
    await provider.checked;
    return provider;
  },
  async prepareCheck(settings, parts) {
    const { prepareKubernetesCheck } = await import("./check.ts");
    return prepareKubernetesCheck(settings, parts);
  },
});
