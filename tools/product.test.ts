import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGES } from "../apps/web/src/console/parts/pages.ts";
import { CLOSE_CODES } from "../packages/contract/src/proxy.ts";

/** Returns a section of the product reference. */
function sectionOf(title: string): string {
  const document = readFileSync("docs/reference/product.md", "utf8");
  return document.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
}

test("documents the close codes of sockets", () => {
  const told = [...sectionOf("Device connections").matchAll(/\b4\d{3}\b/g)].map(([code]) => Number(code));
  expect(new Set(told)).toEqual(new Set(Object.values(CLOSE_CODES)));
});

test("documents the address of every page of a team", () => {
  const section = sectionOf("Pages and access");
  const addresses = PAGES.flatMap((page) => (page.access === "team" ? page.paths : []));
  const written = (address: string) => `\`${address.replace(/:(\w+)/, "{$1}")}\``;
  expect(addresses.map(written).filter((address) => !section.includes(address))).toEqual([]);
});
