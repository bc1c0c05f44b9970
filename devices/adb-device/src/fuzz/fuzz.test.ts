import { expect, it } from "vitest";
import { fuzz, readCorpus, targetNames } from "./fuzz.ts";

it.each(targetNames)("%s survives random input and its corpus", async (target) => {
  expect(readCorpus(target).length).toBeGreaterThan(5);
  await expect(fuzz(target, 3_000, 20_240_501)).resolves.toBeUndefined();
});
