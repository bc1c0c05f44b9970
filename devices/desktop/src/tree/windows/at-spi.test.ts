import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readWindows } from "./at-spi.ts";

/** Encodes a D-Bus response of one string to the call of this serial (specification, "Message Protocol"). */
function answerTo(serial: number, text: string): Buffer {
  const word = Buffer.from(`${text}\0`);
  const body = Buffer.concat([uint32(word.length - 1), word]);
  // The fields REPLY_SERIAL and SIGNATURE, each aligned to eight bytes.
  const fields = Buffer.concat([
    Buffer.from([5, 1, 0x75, 0]),
    uint32(serial),
    Buffer.from([8, 1, 0x67, 0, 1, 0x73, 0]),
  ]);
  const head = Buffer.concat([
    Buffer.from("l\x02\0\x01"),
    uint32(body.length),
    uint32(serial),
    uint32(fields.length),
    fields,
  ]);
  return Buffer.concat([head, Buffer.alloc(-head.length & 7), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Starts a session bus that sends the same string in response to every call. */
async function busThatSays(word: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "at-spi-"));
  const path = join(folder, "bus");
  const server = createServer((socket) => {
    let serial = 0;
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        const said = chunk.toString("latin1");
        if (said.includes("AUTH")) return void socket.write("OK 0\r\n");
        const calls = said.split("l\x01").length - 1;
        for (let i = 0; i < calls; i++) socket.write(answerTo(++serial, word));
      });
  }).listen(path);
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  return `unix:path=${path}`;
}

test.each(["nonsense", "unix:path=/nowhere/bus"])("returns nothing for an accessibility bus at %s", async (address) => {
  expect(await readWindows(await busThatSays(address))).toEqual([]);
});
