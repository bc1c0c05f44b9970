import { afterAll } from "vitest";
import { keptByTests, useWorkerFolder, whatStays } from "./temporary-folder.ts";

const folder = useWorkerFolder();
const before = new Set(keptByTests(folder));

/** Fails a test file that leaves temporary files behind. */
afterAll(async () => {
  const left = await whatStays(() => keptByTests(folder).filter((name) => !before.has(name)));
  if (left.length > 0) throw new Error(`the tests of this file left behind in ${folder}: ${left.join(", ")}`);
});
