import type { Duplex } from "node:stream";
import type { InstrumentationRun } from "../host/helper-definition.ts";
import { answerAction } from "./answer.ts";

const PROTOCOL = {
  agentDeviceProtocol: "android-snapshot-helper-v1",
  helperApiVersion: 1,
  outputFormat: "uiautomator-xml",
} as const;
/** Size of one status with a part of the XML, as its client reads lines. */
const CHUNK_BYTES = 48 * 1024;
const MAX_CONNECTIONS = 8;
const MAX_REQUEST_CHARS = 1024 * 1024 + 200;

type Fields = Readonly<Record<string, string | number | boolean>>;

/** Serves one action, or with `sessionPort` one action per connection until it is ended. */
export async function runSnapshotHelper(run: InstrumentationRun): Promise<number> {
  const { phone, launch, print, signal } = run;
  const { sessionPort, mode = "snapshot", payloadBase64 } = launch.args;
  if (sessionPort !== undefined) return serveSession(run, sessionPort);
  const { fields, xml = "" } = await answerAction(phone, mode, payloadBase64, signal);
  const bytes = Buffer.from(xml);
  const chunkCount = Math.ceil(bytes.length / CHUNK_BYTES);
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex++) {
    const part = bytes.subarray(chunkIndex * CHUNK_BYTES, (chunkIndex + 1) * CHUNK_BYTES);
    print(status({ ...PROTOCOL, chunkIndex, chunkCount, payloadBase64: part.toString("base64") }));
  }
  print(`${lines("INSTRUMENTATION_RESULT: ", { ...PROTOCOL, ...fields })}INSTRUMENTATION_CODE: 0\n`);
  return 0;
}

const lines = (head: string, fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${head}${name}=${value}\n`)
    .join("");

const status = (fields: Fields): string =>
  `${lines("INSTRUMENTATION_STATUS: ", fields)}INSTRUMENTATION_STATUS_CODE: 1\n`;

/** Answers requests `ACTION ID [PAYLOAD]` on a port of the phone. */
async function serveSession({ phone, print, signal }: InstrumentationRun, port: string): Promise<number> {
  const connections = new Set<Duplex>();
  const answer = async (request: string, connection: Duplex): Promise<void> => {
    const [action = "", requestId = "", payload] = request.split(" ");
    const { fields, xml = "" } = await answerAction(phone, action, payload, signal);
    const head = { ...PROTOCOL, requestId, ...fields, byteLength: Buffer.byteLength(xml) };
    connection.end(`${lines("", head)}\n${xml}`);
  };
  const listening = await phone.sockets.listen(`tcp:${port}`, (connection) => {
    if (connections.size >= MAX_CONNECTIONS) return void connection.destroy();
    connections.add(connection);
    connection.once("close", () => connections.delete(connection)).on("error", () => connection.destroy());
    let text = "";
    connection.on("data", (bytes: Buffer) => {
      const before = text.includes("\n");
      text += bytes.toString();
      if (text.length > MAX_REQUEST_CHARS) connection.destroy();
      else if (!before && text.includes("\n")) void answer(text.slice(0, text.indexOf("\n")).trim(), connection);
    });
  });
  print(status({ ...PROTOCOL, sessionReady: true }));
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  listening.stop();
  for (const connection of connections) connection.destroy();
  return 0;
}
