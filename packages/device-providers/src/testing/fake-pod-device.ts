import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createToken, findSigner } from "@terrarium/adb/auth";
import { AuthKind, Command, encodeHeader, PacketParser } from "@terrarium/adb/packet";
import { parsePublicKeys } from "@terrarium/adb/public-key";
import { ADB_PORT } from "../kubernetes/pod-settings.ts";

/** Delay until the kubelet has written a changed key. */
const KEY_MS = 100;
/** All addresses of this network accept connections on Linux. */
const LOOPBACK_NET = "127.77";
let lastHost = 0;

/** For tests: starts the device in a Pod. It answers ADB to holders of the key in the Pod's annotation. */
export async function startPodDevice(keysNow: () => string): Promise<{ device: Server; host: string }> {
  let keys = keysNow();
  const device = createServer((socket) => {
    const token = createToken();
    const parser = new PacketParser();
    const say = (command: number, arg0: number, payload: Buffer) =>
      socket.write(Buffer.concat([encodeHeader(command, arg0, 0, payload.length, 0), payload]));
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      for (const { command, payload } of parser.parse(chunk)) {
        const isIn = command === Command.AUTH && findSigner(token, payload, parsePublicKeys(keys).keys);
        if (isIn) say(Command.CNXN, 0x01000001, Buffer.from("device::\0"));
        else say(Command.AUTH, AuthKind.token, token);
      }
    });
    // A key change takes effect with a delay.
    const now = keysNow();
    if (now !== keys) setTimeout(() => (keys = now), KEY_MS);
  });
  return { device, host: await listenSomewhere(device) };
}

/** Selects an unused address, because other tests run at the same time. */
async function listenSomewhere(device: Server): Promise<string> {
  for (;;) {
    const host = `${LOOPBACK_NET}.${process.pid % 250}.${(lastHost = (lastHost % 250) + 1)}`;
    try {
      await once(device.listen(ADB_PORT, host), "listening");
      return host;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
}
