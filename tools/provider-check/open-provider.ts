import type { CheckedProvider } from "../../packages/server/src/check-provider.ts";

/** Opens a provider with the settings of a server, for the named template or a default one. */
export type OpenProvider = (
  environment: Record<string, string | undefined>,
  template: string | undefined,
) => Promise<CheckedProvider>;
