import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod/mini";
import { UsageError } from "../exit-codes.ts";

const Config = z.object({ baseUrl: z.string(), apiKey: z.string() });
/** Data stored by `login`: a key, and the one server that it belongs to. */
export type Config = z.infer<typeof Config>;

/**
 * Returns the path of the configuration: TERRARIUM_CONFIG, else terrarium/config.json in the folder of the XDG Base
 * Directory Specification.
 */
export function configPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env["XDG_CONFIG_HOME"] || path.join(homedir(), ".config");
  return env["TERRARIUM_CONFIG"] || path.join(folder, "terrarium", "config.json");
}

/** Reads the configuration; returns undefined without a login. Throws UsageError if the file has another format. */
export async function readConfig(file = configPath()): Promise<Config | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return Config.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${file} is not a configuration of \`terrarium login\`; delete it and log in again`, {
      cause,
    });
  }
}

/** Writes the configuration atomically, readable only by this user. */
export async function writeConfig(config: Config, file = configPath()): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(temporary, file);
}

export const forgetConfig = (file = configPath()): Promise<void> => rm(file, { force: true });
