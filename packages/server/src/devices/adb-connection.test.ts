import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Command, encodeHeader, maxHandshakePayloadBytes, maxPayloadBytes } from "@terrarium/adb/packet";
import { expect, test } from "vitest";
import { connectAdb } from "./adb-connection.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const adbPrivateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test.each([
  ["a payload larger than we announced", encodeHeader(Command.WRTE, 0, 0, maxPayloadBytes + 1, 0)],
  ["a banner that is none", encodeHeader(Command.CNXN, 0, 0, maxHandshakePayloadBytes + 1, 0)],
  ["what is no packet", Buffer.alloc(24, "GET / HTTP/1.1")],
])("a device that sends %s is left at once, and nothing is kept for it", async (_what, sent) => {
  const server = createServer(
    (socket) =>
      void socket
        .on("error", () => undefined)
        .resume()
        .write(sent),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
  await expect(connectAdb({ address: { host: "127.0.0.1", port }, adbPrivateKeyPem })).rejects.toThrow(
    /exceeds the limit|bad magic/,
  );
  await closed;
  server.close();
});
