import { ConfigError } from "../../packages/server/src/base/config-error.ts";
import { type DeviceModel, LINUX_KINDS } from "../../packages/server/src/providers/provider.ts";
import type { OperatorTemplate } from "../../packages/server/src/templates/template-file.ts";

/** As the default template is, with the memory that a device of it uses at most. */
const USUAL: DeviceModel = {
  name: "Phone",
  cpu: 2,
  memoryMb: 512,
  widthPx: 720,
  heightPx: 1280,
  densityDpi: 320,
};
const REDROID = "redroid";
/** Of a Linux sandbox, whatever it has: a browser starts with less than this. */
const USUAL_LINUX = { cpu: 2, memoryMb: 2048, widthPx: 1280, heightPx: 800, densityDpi: 96 } as const;

/**
 * The model of a template of TERRARIUM_TEMPLATES, by its id; `redroid` is the first that is one. `linux`, `browser` and
 * `desktop` are usual ones if no template has the id, and without a name it is a usual phone. Throws ConfigError if there
 * is none.
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
