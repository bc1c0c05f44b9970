import { ConfigError } from "../../packages/server/src/base/config-error.ts";
import type { DeviceModel } from "../../packages/server/src/providers/provider.ts";
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

/**
 * The model of a template of TERRARIUM_TEMPLATES, by its id; `redroid` is the first that is one. Without a name, a usual
 * phone. Throws ConfigError if there is none.
 */
export function findModel(
  templates: readonly OperatorTemplate[],
  provider: string,
  name: string | undefined,
): DeviceModel {
  if (name === undefined) return USUAL;
  const own = templates.filter((template) => template.provider === provider);
  const found = own.find(({ id }) => id === name) ?? own.find(({ model }) => name === REDROID && model.redroid);
  if (!found) throw new ConfigError(`TERRARIUM_TEMPLATES has no template ${name} of the provider ${provider}`);
  return found.model;
}
