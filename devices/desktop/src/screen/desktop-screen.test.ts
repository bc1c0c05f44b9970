import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDesktopScreen } from "./desktop-screen.ts";

/**
 * Returns the script of a server that accepts one client (X11 protocol, connection setup) and exits after every
 * client's first requests.
 */
const shortLived = (socket: string) => `#!/usr/bin/env node
const { closeSync, rmSync, writeSync } = require("node:fs");
const ADDITIONAL_WORDS = 18;
const welcome = Buffer.alloc(8 + 4 * ADDITIONAL_WORDS);
welcome[0] = 1;
welcome.writeUInt16LE(11, 2);
welcome.writeUInt16LE(ADDITIONAL_WORDS, 6);
const [RESOURCE_MASK, SCREENS, FIRST_KEY, LAST_KEY] = [16, 28, 34, 35];
welcome.writeUInt32LE(0x1fffff, RESOURCE_MASK);
[welcome[SCREENS], welcome[FIRST_KEY], welcome[LAST_KEY]] = [1, 8, 255];
// Responses to the first two requests, about the extension BIG-REQUESTS: present, enabled.
const isThere = Buffer.alloc(32);
[isThere[0], isThere[2], isThere[8], isThere[9]] = [1, 1, 1, 128];
const isEnabled = Buffer.alloc(32);
[isEnabled[0], isEnabled[2], isEnabled[9]] = [1, 2, 255];
const server = require("node:net").createServer((client) => {
  const answers = [welcome, isThere, isEnabled];
  client.on("data", () => {
    const answer = answers.shift();
    if (answer) return client.write(answer);
    rmSync(${JSON.stringify(socket)}, { force: true });
    process.exit(1);
  });
});
server.listen(${JSON.stringify(socket)}, () => {
  writeSync(3, "9${process.pid}\\n");
  closeSync(3);
});
`;

test("rejects when the X server exits before responding", async () => {
  const folder = await mkdtemp(join(tmpdir(), "screen-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "Xvfb"), shortLived(`/tmp/.X11-unix/X9${process.pid}`), { mode: 0o700 });
  const environment = { PATH: [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(":") };
  const size = { widthPx: 640, heightPx: 480, dpi: 96, hasGl: false };
  const starting = startDesktopScreen({ folder, ...size, environment, onError: () => undefined });
  await expect(starting).rejects.toThrow("Xvfb ended before it answered");
});
