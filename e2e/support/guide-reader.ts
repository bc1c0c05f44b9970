import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { GuideBlock } from "./guide-blocks.ts";

const run = promisify(execFile);
/** Server and box id, as the pages write them. */
const SHOWN_HOST = "localhost:3000";
const SHOWN_BOX = "sbx_…";

/** A reader of the guide: SDK and command line from a server, in an empty folder. */
export interface GuideReader {
  /** Runs a block. `sbx_…` in it is the box that an earlier block showed. Returns all that it prints. */
  run(block: Pick<GuideBlock, "language" | "code">): Promise<string>;
  close(): void;
}

/** Prepares a folder as the quickstart does. Its home is the folder. */
export async function openGuideReader(origin: string, apiKey: string): Promise<GuideReader> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-guide-"));
  const env = {
    PATH: `${path.join(folder, "bin")}:${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    TERRARIUM_BASE_URL: origin,
    TERRARIUM_API_KEY: apiKey,
  };
  const options = { cwd: folder, env, maxBuffer: 2 ** 25 };
  const install = ["install", "--no-audit", "--no-fund"];
  await run("npm", [...install, `${origin}/terrarium-sdk.tgz`], options);
  await run("npm", [...install, "--global", "--prefix", folder, `${origin}/terrarium-cli.tgz`], options);
  // Stands for the package from a registry.
  const client = "node_modules/@modelcontextprotocol/client";
  mkdirSync(path.dirname(path.join(folder, client)), { recursive: true });
  symlinkSync(path.resolve(client), path.join(folder, client));
  const { host } = new URL(origin);
  let box = SHOWN_BOX;
  let count = 0;
  return {
    async run({ language, code }) {
      const program = code.replaceAll(SHOWN_BOX, box).replaceAll(SHOWN_HOST, host);
      const file = path.join(folder, `block-${(count += 1)}.${language === "js" ? "mjs" : "sh"}`);
      writeFileSync(file, program);
      const command = language === "js" ? process.execPath : "bash";
      const { stdout } = await run("sh", ["-c", 'exec "$0" "$1" 2>&1', command, file], options);
      box = /sbx_\w{20}/.exec(stdout)?.[0] ?? box;
      return stdout.replaceAll(host, SHOWN_HOST).trim();
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
