import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { Command, encodeHeader, PacketParser, payloadCheck } from "@terrarium/adb/packet";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { expect, onTestFinished, test } from "vitest";
import { generateAdbKey } from "./adb-key.ts";
import { openAdbRelay } from "./adb-relay.ts";

const folder = temporaryFolder();
const PAYLOAD = Buffer.from("host::\0");
const WHOLE = { check: payloadCheck(PAYLOAD), offset: 0, restBytes: 0 };
const GREETING = { command: Command.CNXN, arg0: 0x01000001, arg1: 4096, payload: PAYLOAD, ...WHOLE };

test("connects a client to a device at a socket file", async () => {
  const banner = Buffer.from("device::\0");
  const device = createServer((socket) => {
    const parser = new PacketParser();
    socket.on("data", (bytes: Buffer) => {
      for (const { command } of parser.parse(bytes))
        if (command === Command.CNXN)
          socket.write(Buffer.concat([encodeHeader(command, 0x01000001, 4096, banner.length, 0), banner]));
    });
  });
  const host = path.join(folder, "adb.sock");
  await once(device.listen(host), "listening");
  onTestFinished(() => void device.close());
  const { privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
  const relay = await openAdbRelay({ address: { host, port: 0 }, adbPrivateKeyPem }, GREETING);
  onTestFinished(() => void relay.socket.destroy());
  expect(relay.banner.subarray(-banner.length)).toEqual(banner);
});
