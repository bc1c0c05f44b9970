import { z } from "zod";
import type { DeviceModel } from "../provider.ts";
import { oneOf, wholeNumber } from "../template-fields.ts";

const objectName = z
  .string("must be a text")
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, "must be the name of an object of the cluster");
/** Keys of labels and taints. */
const labelKey = z
  .string()
  .max(317, "must be the key of a label")
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/,
    "must be the key of a label",
  );
const labelValue = z
  .string("must be a text")
  .regex(/^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/, "must be the value of a label");
const cores = z.number("must be a number from 0.001 to 64").min(0.001).max(64);

const Toleration = z.strictObject({
  key: labelKey.optional(),
  operator: oneOf("Exists", "Equal").optional(),
  value: labelValue.optional(),
  effect: oneOf("NoSchedule", "PreferNoSchedule", "NoExecute").optional(),
  tolerationSeconds: wholeNumber(0, 86_400).optional(),
});

/** Further fields of cluster templates, by the names of the Kubernetes API. */
export const POD_FIELDS = {
  pullPolicy: oneOf("Always", "IfNotPresent", "Never").optional(),
  pullSecret: objectName.optional(),
  runtimeClass: objectName.optional(),
  nodeSelector: z.record(labelKey, labelValue, "must be labels and their values").optional(),
  tolerations: z.array(Toleration, "must be a list").max(32, "must be at most 32").optional(),
  requests: z.strictObject({ cpu: cores.optional(), memory: wholeNumber(16, 1_048_576).optional() }).optional(),
};

export function toPodOptions(fields: z.infer<z.ZodObject<typeof POD_FIELDS>>): NonNullable<DeviceModel["pod"]> {
  const { pullPolicy, pullSecret, runtimeClass, nodeSelector, tolerations, requests } = fields;
  const requested = requests && { cpu: requests.cpu, memoryMb: requests.memory };
  return { pullPolicy, pullSecret, runtimeClass, nodeSelector, tolerations, requests: requested };
}
