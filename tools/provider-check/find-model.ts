import { type DeviceModel, LINUX_KINDS } from "../../packages/device-providers/src/provider.ts";
import { ConfigError } from "../../packages/platform/src/base/config-error.ts";
import type { OperatorTemplate } from "../../packages/server/src/templates/template-file.ts";

/** Model of the default template, with the maximum memory of its devices. */
const USUAL: DeviceModel = {
  name: "Phone",
  cpu: 2,
  memoryMb: 512,
  widthPx: 720,
  heightPx: 1600,
  densityDpi: 320,
};
const REDROID = "redroid";
/** Model of any kind of Linux sandbox. A browser needs less memory than this to start. */
const USUAL_LINUX = { cpu: 2, memoryMb: 2048, widthPx: 1280, heightPx: 800, densityDpi: 96 } as const;

/**
 * Returns the model of a template of TERRARIUM_TEMPLATES by id; `redroid` is the first of that type. `linux`, `browser`
 * and `desktop` are default models if no template has the id. Without a name, returns a default phone. Throws
 * ConfigError for an unknown id.
 */
export function findModel(
  templates: readonly OperatorTemplate[],
  provider: string,
  name: string | undefined,
): DeviceModel {
  if (name === undefined) return USUAL;
  const own = templates.filter((template) => template.provider === provider);
  const found = own.find(({ id }) => id === name) ?? own.find(({ model }) => name === REDROID && model.redroid);
  const kind = LINUX_KINDS.find((known) => known === name);
  if (!found && kind && provider !== "adb") return { ...USUAL_LINUX, kind, name: kind };
  if (!found) throw new ConfigError(`TERRARIUM_TEMPLATES has no template ${name} of the provider ${provider}`);
  return found.model;
}
