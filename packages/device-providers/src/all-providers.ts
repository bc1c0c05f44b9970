import { adb } from "./adb/definition.ts";
import { docker } from "./docker/definition.ts";
import { embedded } from "./embedded/definition.ts";
import { kubernetes } from "./kubernetes/definition.ts";
import type { ProviderDefinition } from "./provider-definition.ts";

/** All providers. Error messages list their names in this order. */
export const ALL_PROVIDERS: readonly [ProviderDefinition, ...ProviderDefinition[]] = [
  embedded,
  docker,
  kubernetes,
  adb,
];

/** Returns the provider of a name; undefined if this version has none. */
export const findDefinition = (name: string): ProviderDefinition | undefined =>
  ALL_PROVIDERS.find((each) => each.name === name);

/** Returns the provider of a name. Throws an Error if there is none. */
export function requireDefinition(name: string): ProviderDefinition {
  const definition = findDefinition(name);
  if (!definition) throw new Error(`there is no provider ${name}`);
  return definition;
}
