import { globSync } from "node:fs";
import path from "node:path";
import type { Endpoint } from "../endpoint.ts";

const FOLDER = path.join(import.meta.dirname, "..");

/** Returns the exports of the contract's modules, each with its name. */
export async function contractExports(): Promise<[name: string, value: unknown][]> {
  const files = globSync("*.ts", { cwd: FOLDER, exclude: ["*.test.ts"] });
  const modules = await Promise.all(files.map(async (file): Promise<object> => import(path.join(FOLDER, file))));
  return modules.flatMap((module) => Object.entries(module));
}

/** Returns every call that a module of the contract declares. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const values = (await contractExports()).map(([, value]) => value);
  return [...new Set(values.filter(isEndpoint))];
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "access" in value && "method" in value && "path" in value;
