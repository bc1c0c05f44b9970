import { pathToFileURL } from "node:url";
import { buildStale, SERVER_PROGRAM } from "../build.ts";

/** Builds what is stale and serves the product, in this process. */
export async function run(): Promise<void> {
  await buildStale();
  await import(pathToFileURL(SERVER_PROGRAM).href);
}
