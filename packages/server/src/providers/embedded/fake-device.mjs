// Stands in for the virtual device in tests: listens, says so, and ends when told to or when asked over its port.
import { createServer } from "node:net";
import { parseArgs } from "node:util";

const names = ["port", "data", "authorized-keys", "width", "height", "density", "name", "egress"];
const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: "string" }])) });

if (values.name === "Broken") {
  console.error("no screen");
  process.exit(3);
}
if (values.name === "Stubborn") process.on("SIGTERM", () => {});

const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (data) => {
    if (data.toString() === "crash") process.exit(9);
    else socket.end(JSON.stringify(values));
  });
});
server.listen(Number(values.port), "127.0.0.1", () => {
  if (values.name !== "Silent") console.log(JSON.stringify({ event: "ready", port: server.address().port }));
});
