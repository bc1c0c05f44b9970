import type { CheckedProvider } from "../../packages/server/src/check-provider.ts";

/** Opens a provider with the settings of a server, for the template that is named, or a usual one. */
export type OpenProvider = (
  environment: Record<string, string | undefined>,
  template: string | undefined,
) => Promise<CheckedProvider>;
