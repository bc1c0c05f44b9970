import { ALL_PROVIDERS } from "@terrarium/device-providers/all-providers";
import { variablesOf } from "@terrarium/device-providers/provider-definition";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { closestMatch } from "leven";
import { Environment } from "./environment.ts";

const OURS = /^TERRARIUM_/;
/** Variables of the command line, the SDK, the development server, the tests and desktops, which a shell may export. */
const OTHERS = /^TERRARIUM_(API_KEY|BASE_URL|URL|CONFIG|DEV_SERVER|DEVICE|TESTS?_\w+)$/;
/**
 * Variables that Kubernetes sets in Pods for each Service named `terrarium` or `terrarium-…` of their namespace. Their
 * names follow Docker's container links: `TERRARIUM_PORT_80_TCP_ADDR`.
 */
const SERVICE_LINK = /^TERRARIUM(_\w+)?_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/** Throws ConfigError for a variable with the product's prefix that nothing reads, and names the nearest one. */
export function refuseUnknownSettings(environment: Readonly<Record<string, string | undefined>>): void {
  const known = [Environment, ...ALL_PROVIDERS.map((provider) => provider.environment)]
    .flatMap(variablesOf)
    .filter((name) => OURS.test(name));
  const isUnknown = (name: string) =>
    OURS.test(name) && !known.includes(name) && !OTHERS.test(name) && !SERVICE_LINK.test(name);
  const unknown = Object.keys(environment).find(isUnknown);
  if (unknown === undefined) return;
  throw new ConfigError(`${unknown} is no setting of the server; did you mean ${closestMatch(unknown, known)}?`);
}
