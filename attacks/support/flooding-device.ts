// A separate program: `node flooding-device.ts` accepts ADB from all clients and floods each stream within ADB's flow
// control. It prints its port.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import {
  Command,
  encodeHeader,
  MAX_PAYLOAD_BYTES,
  PacketParser,
  PROTOCOL_VERSION,
} from "../../packages/adb/src/packet.ts";
import { encodeShellPacket, ShellId } from "../../packages/adb/src/shell-protocol.ts";
import { encodeDent2, encodeStat2 } from "../../packages/adb/src/sync-codec.ts";
import { FILE_STATUS } from "../../packages/adb/src/testing/file-status.ts";

const BANNER = Buffer.from("device::features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir");
/** Packets of a stream that may be sent before the first acknowledgement. */
const UNANSWERED = 14;
const FOLDER_MODE = 0o40755;
const ONE_BYTE = encodeShellPacket(ShellId.stdout, Buffer.from("x"));
/** 100,000 empty shell packets in one ADB packet. */
const EMPTY = repeated(encodeShellPacket(ShellId.stdout, Buffer.alloc(0)), 100_000);
const ENTRIES = repeated(encodeDent2(Buffer.from("."), 0, FILE_STATUS), 12_000);

function repeated(bytes: Buffer, times: number): Buffer<ArrayBuffer> {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}

const packet = (command: number, arg0: number, arg1: number, payload: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, 0), payload]);

/** The server's first command, and the answer of a virtual phone. */
const QUESTION = "getprop ro.hardware";
const ANSWER = Buffer.concat([
  encodeShellPacket(ShellId.stdout, Buffer.from("terrarium\n")),
  encodeShellPacket(ShellId.exit, Buffer.of(0)),
]);

/** Returns the filling of a service's stream. Every other shell sends many empty packets in few ADB packets. */
function fillingOf(service: string, id: number): Buffer {
  if (service.startsWith("sync:")) return ENTRIES;
  return service.startsWith("shell,v2") && id % 2 === 0 ? EMPTY : ONE_BYTE;
}

function serve(socket: Socket): void {
  const parser = new PacketParser();
  const fillings = new Map<number, Buffer>();
  const write = (id: number) => {
    const filling = fillings.get(id);
    if (filling) socket.write(packet(Command.WRTE, id, id, filling));
  };
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    for (const { command, arg0: id, payload } of parser.parse(chunk)) {
      if (command === Command.CNXN) socket.write(packet(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, BANNER));
      if (command === Command.OPEN && payload.includes(QUESTION)) {
        socket.write(packet(Command.OKAY, id, id));
        socket.write(packet(Command.WRTE, id, id, ANSWER));
        socket.write(packet(Command.CLSE, id, id));
      } else if (command === Command.OPEN) {
        const filling = fillingOf(payload.toString(), id);
        socket.write(packet(Command.OKAY, id, id));
        fillings.set(id, filling);
        // Sends unsolicited opens, closes and acknowledgements.
        for (const stray of [Command.OPEN, Command.CLSE, Command.OKAY])
          socket.write(repeated(packet(stray, 1_000_000, 0), 1_000));
        const atOnce = filling.length > 1_000 ? 1 : UNANSWERED;
        if (filling !== ENTRIES) for (let sent = 0; sent < atOnce; sent += 1) write(id);
      }
      // A sync request (STA2) is answered with a folder, and all later requests with entries.
      if (command === Command.WRTE) {
        socket.write(packet(Command.OKAY, id, id));
        if (payload.subarray(0, 3).toString() === "STA")
          socket.write(packet(Command.WRTE, id, id, encodeStat2("STA2", 0, { ...FILE_STATUS, mode: FOLDER_MODE })));
        else if (fillings.get(id) === ENTRIES) write(id);
      }
      if (command === Command.OKAY) write(id);
      if (command === Command.CLSE) {
        fillings.delete(id);
        socket.write(packet(Command.CLSE, id, id));
      }
    }
  });
}

const server = createServer(serve).listen(0, "127.0.0.1");
await once(server, "listening");
console.log((server.address() as AddressInfo).port);
