// Replaces the virtual device in tests: listens, reports that, and ends on a message or on a request to its port.
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseArgs } from "node:util";

// Its parent ended before it recorded this device, so no other process can find it.
process.once("disconnect", () => process.exit());

let args = process.argv.slice(2);
const wasInStandby = args[0] === "--standby";
if (wasInStandby) {
  writeFileSync("standby.pid", String(process.pid));
  // A test creates this file beside the device's folder.
  if (existsSync("../hang")) process.kill(process.pid, "SIGSTOP");
  process.send({ event: "standby" });
  const [told] = await Promise.race([once(process, "message"), once(process, "disconnect")]);
  if (!told) process.exit();
  args = told.args;
}
const names = [
  "port",
  "data",
  "authorized-keys",
  "width",
  "height",
  "density",
  "name",
  "egress",
  "clock",
  "storage-mb",
];
const options = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const { values } = parseArgs({ args, options });

if (values.name === "Broken") {
  console.error("no screen");
  process.exit(3);
}
if (values.name === "Frozen") process.kill(process.pid, "SIGSTOP");
if (values.name === "Stubborn") process.on("SIGTERM", () => {});

/**
 * An ADB packet that asks for a signature of the following 20 bytes (AOSP protocol.txt). This device supports no other
 * part of ADB.
 */
const ADB_AUTH = Buffer.alloc(44);
ADB_AUTH.write("AUTH", "latin1");
ADB_AUTH.writeUInt32LE(1, 4);
ADB_AUTH.writeUInt32LE(20, 12);
ADB_AUTH.writeUInt32LE(~ADB_AUTH.readUInt32LE(0) >>> 0, 20);

const kept = [];
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (data) => {
    if (data.subarray(0, 4).toString("latin1") === "CNXN") socket.end(ADB_AUTH);
    else if (data.toString() === "crash") process.exit(9);
    else if (data.toString() === "grow") kept.push(Buffer.alloc(400 * 1024 * 1024, 1));
    else socket.end(JSON.stringify({ ...values, wasInStandby }));
  });
});
server.listen(Number(values.port), "127.0.0.1", () => {
  if (values.name === "Silent") return;
  console.log("ready");
  process.send({ event: "ready", port: server.address().port }, () => {});
  process.once("message", () => {
    // The state that a server killed now would leave to the next one.
    writeFileSync("confirmed.json", readFileSync("device.json"));
    process.removeAllListeners("disconnect");
    process.send({ event: "alone" }, () => process.disconnect());
  });
});
