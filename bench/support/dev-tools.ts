import type { AdbConnection } from "../../packages/device-control/src/adb/adb-connection.ts";

const PORT = "tcp:9222";
const LOOK_MS = 5;

/** Sends a request to the DevTools of a sandbox's browser over its ADB. Returns undefined while nothing listens. */
async function askDevTools({ adb }: AdbConnection, path: string, method = "GET"): Promise<string | undefined> {
  const socket = await adb.createSocket(PORT).catch(() => undefined);
  if (!socket) return undefined;
  const writer = socket.writable.getWriter();
  await writer.write(Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
  const reader = socket.readable.getReader();
  let answer = "";
  while (!isWhole(answer)) {
    const { done, value } = await reader.read();
    if (done) break;
    answer += Buffer.from(value).toString("latin1");
  }
  await socket.close();
  return answer;
}

/** Returns whether a response is complete. The browser leaves the connection open. */
function isWhole(answer: string): boolean {
  const [head = "", body] = answer.split("\r\n\r\n", 2);
  return body !== undefined && body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Infinity);
}

/** Resolves when the browser lists a page. */
export async function untilPage(connection: AdbConnection): Promise<void> {
  while (!(await askDevTools(connection, "/json/list"))?.includes('"type": "page"'))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Opens a page in the foreground. */
export async function openPage(connection: AdbConnection, url: string): Promise<void> {
  const answer = await askDevTools(connection, `/json/new?${encodeURIComponent(url)}`, "PUT");
  if (!answer?.includes(" 200 ")) throw new Error(`the page was not opened: ${answer}`);
}
