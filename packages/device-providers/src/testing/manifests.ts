import { readFileSync } from "node:fs";
import { parseAllDocuments, stringify } from "yaml";
import { z } from "zod";

const Manifest = z.looseObject({ kind: z.string() });

/** Returns the operators' manifests (deploy/manifests) of the given kinds, with other namespaces. */
export function readManifests(
  kinds: readonly string[],
  { server, devices }: { server: string; devices: string },
): string {
  const text = readFileSync("deploy/manifests/terrarium.yaml", "utf8")
    .replaceAll("terrarium-devices", devices)
    .replace(/^( *(?:namespace|kubernetes\.io\/metadata\.name): )terrarium$/gm, `$1${server}`)
    .replace("name: terrarium # the namespace", `name: ${server}`);
  return parseAllDocuments(text)
    .map((document) => Manifest.parse(document.toJS()))
    .filter(({ kind }) => kinds.includes(kind))
    .map((manifest) => stringify(manifest))
    .join("---\n");
}
