import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { MARK, thirdPartyList, thirdPartyPackages, thirdPartyTexts } from "./third-party.ts";

const packages = thirdPartyPackages();
const licenceIn = (folder: string) =>
  z.object({ license: z.string().optional() }).parse(JSON.parse(readFileSync(`${folder}/package.json`, "utf8")))
    .license;

test("THIRD-PARTY.md is current; npm run third-party updates it", () => {
  const [, list] = readFileSync("THIRD-PARTY.md", "utf8").split(MARK);
  expect(list).toBe(thirdPartyList(packages));
});

test("every package has the licence stated in its package.json", () => {
  const installed = packages.filter(({ folder }) => existsSync(folder));
  expect(installed.length).toBeGreaterThan(100);
  const wrong = installed.filter(({ folder, licence }) => (licenceIn(folder) ?? licence) !== licence);
  expect(wrong).toEqual([]);
  expect(packages.filter(({ licence }) => licence === undefined)).toEqual([]);
});

test("collects the notices of the packages with their names", () => {
  const texts = thirdPartyTexts(packages);
  expect(texts).toContain("react 19");
  expect(texts).toContain("Permission is hereby granted, free of charge");
  expect(texts).not.toContain("vitest 5");
});

test("every own package has the project's licence", () => {
  const files = ["package.json", ...globSync("{packages,apps,devices}/*/package.json")];
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((file) => licenceIn(file.replace(/\/?package\.json$/, "") || ".") !== "Apache-2.0")).toEqual([]);
});
