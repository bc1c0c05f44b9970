import { existsSync, globSync, readFileSync } from "node:fs";
import { z } from "zod";

const LOCK = "package-lock.json";
/** The list follows this line of the document. */
export const MARK = "<!-- What follows is written by `npm run third-party`. -->\n";

/** Licences, from the LICENSE file, of packages without one in their package.json. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = { "png-js": "MIT", x11: "MIT" };

/** Binaries of the screen encoder. Their package.json states only the licence of the wrapper. */
const GPL_BINARY = /^@napi-rs\/webcodecs-/;
const GPL = "GPL-3.0-or-later as a whole, though stated as MIT: see above";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
    }),
  ),
});

interface ThirdPartyPackage {
  name: string;
  version: string;
  /** An SPDX expression, as the package states it; undefined: it states none that is known. */
  licence: string | undefined;
  /** Whether it is required only for development, not to run or build the product. */
  isForDevelopment: boolean;
  /** Installation folder; may be absent on other platforms. */
  folder: string;
}

/**
 * Returns every package in package-lock.json, for all platforms. npm has copied their licences from their package.json.
 */
export function thirdPartyPackages(): ThirdPartyPackage[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(LOCK, "utf8")));
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes("node_modules/") && !link)
    .map(([folder, { name = folder.split("node_modules/").at(-1) ?? folder, version = "?", license, dev }]) => ({
      name,
      version,
      licence: license ?? SAID_ELSEWHERE[name],
      isForDevelopment: dev,
      folder,
    }));
}

/** Returns the packages as Markdown, by licence: those of the product, then those for development. */
export function thirdPartyList(packages: readonly ThirdPartyPackage[]): string {
  const product = packages.filter(({ isForDevelopment }) => !isForDevelopment);
  const inProduct = new Set(product.map(nameAndVersion));
  const others = packages.filter((each) => !inProduct.has(nameAndVersion(each)));
  return [
    "\n## What the product is made with",
    ...byLicence(product),
    "\n## What is only needed to work on it",
    ...byLicence(others),
    "",
  ].join("\n");
}

const nameAndVersion = ({ name, version }: ThirdPartyPackage): string => `${name} ${version}`;

function byLicence(packages: readonly ThirdPartyPackage[]): string[] {
  const groups = Map.groupBy(packages, ({ name, licence }) =>
    GPL_BINARY.test(name) ? GPL : (licence ?? "Licence not known"),
  );
  const licences = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return licences.map(([licence, members]) => {
    const names = [...new Set(members.map(nameAndVersion))].toSorted();
    return `\n**${licence}** (${names.length}): ${names.join(", ")}.`;
  });
}

/** Returns the licence and notice files of the product's installed packages, one after another. */
export function thirdPartyTexts(packages: readonly ThirdPartyPackage[]): string {
  const installed = packages.filter(({ isForDevelopment, folder }) => !isForDevelopment && existsSync(folder));
  return installed
    .map((each) => {
      const files = globSync(`${each.folder}/{licen[cs]e,LICEN[CS]E,Licen[cs]e,COPYING,NOTICE,OFL}*`).toSorted();
      const texts = files.map((file) => readFileSync(file, "utf8").trim());
      const heading = `${nameAndVersion(each)} (${each.licence ?? "licence not known"})`;
      return [heading, "=".repeat(heading.length), ...(texts.length > 0 ? texts : ["It brings no text of its own."])];
    })
    .map((parts) => `${parts.join("\n\n")}\n`)
    .join("\n\n");
}
