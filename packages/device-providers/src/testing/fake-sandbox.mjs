// Replaces the program in Linux sandboxes in tests. Accepts the server handed to it, implements only ADB's signature
// request, and runs the text behind "sh ", until the end of input.
import { execFile } from "node:child_process";
import { once } from "node:events";

// Its parent ended before it recorded this device, so no other process can find it.
process.once("disconnect", () => process.exit());
const [first, second] = process.argv.slice(2);
const wasInStandby = first === "--standby";
const options = JSON.parse(wasInStandby ? second : first);
if (wasInStandby) process.send({ event: "standby" });
const [told, server] = await once(process, "message");
Object.assign(options, JSON.parse(told.args[0]), { wasInStandby });

/** AOSP protocol.txt. */
const ADB_AUTH = Buffer.alloc(44);
ADB_AUTH.write("AUTH", "latin1");
ADB_AUTH.writeUInt32LE(1, 4);
ADB_AUTH.writeUInt32LE(20, 12);
ADB_AUTH.writeUInt32LE(~ADB_AUTH.readUInt32LE(0) >>> 0, 20);

server.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.once("data", (data) => {
    const text = data.toString("latin1");
    if (text.startsWith("CNXN")) socket.end(ADB_AUTH);
    else if (text === "crash") process.exit(9);
    else if (text.startsWith("sh "))
      execFile("/bin/sh", ["-c", data.toString().slice(3)], { maxBuffer: 1e7 }, (error, stdout, stderr) =>
        socket.end(JSON.stringify({ code: error?.code ?? (error ? error.signal : 0), stdout, stderr })),
      );
    else socket.end(JSON.stringify(options));
  });
});
process.send({ event: "ready" }, () => {
  process.once("message", () => {
    process.removeAllListeners("disconnect");
    process.send({ event: "alone" }, () => process.disconnect());
  });
});
