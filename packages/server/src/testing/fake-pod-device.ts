import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createToken, findSigner } from "@terrarium/adb/auth";
import { AuthKind, Command, encodeHeader, PacketParser } from "@terrarium/adb/packet";
import { parsePublicKeys } from "@terrarium/adb/public-key";
import { ADB_PORT } from "../providers/kubernetes/pod-settings.ts";

/** After this the kubelet has written a key that changed. */
const KEY_MS = 100;
/** Every one of these takes connections on Linux. */
const LOOPBACK_NET = "127.77";
let lastHost = 0;

/** For tests: what runs in a Pod, which answers ADB to who has the key that its annotation says. */
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
    // Who is let in learns of a change a little later.
    const now = keysNow();
    if (now !== keys) setTimeout(() => (keys = now), KEY_MS);
  });
  return { device, host: await listenSomewhere(device) };
}

/** At an address that nobody has: other tests run beside these. */
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
