import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { createBoxPortUrl, getBoxPorts, portPath, setBoxPortVisibility } from "@terrarium/contract/box-ports";
import { PORT_LIMITS } from "@terrarium/contract/limits";
import { beforeAll, expect, test } from "vitest";
import { createBox } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { whyNoLinux } from "./support/linux.ts";

/** A server in a box: greets, echoes headers below /headers, and never answers below /hang. */
const PROGRAM = `
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import time
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/hang"): time.sleep(600)
        body = str(self.headers).encode() if self.path == "/headers" else b"hello from the box"
        self.send_response(200); self.send_header("Content-Length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self, *args): pass
ThreadingHTTPServer(("127.0.0.1", 8000), Handler).serve_forever()`;

describeWhere(await whyNoLinux("linux"), "ports of boxes", () => {
  const server = provideServer();
  let ada = "";
  let mallory = "";
  let boxId = "";
  let theirs = "";

  const run = (id: string, token: string, command: string) =>
    post(server().origin, `/api/v1/boxes/${id}/commands`, { command, timeout: "30s" }, token);
  const call = async (path: string, body: object, token: string, id = boxId) =>
    post(server().origin, path.replace("{boxId}", id), body, token);

  beforeAll(async () => {
    const { origin } = server();
    [ada, mallory] = [await signIn(origin, "ada"), await signIn(origin, "mallory")];
    boxId = (await createBox(origin, ada, { templateId: "tpl_linux" })).id;
    theirs = (await createBox(origin, mallory, { templateId: "tpl_linux" })).id;
    for (const [id, token] of [
      [boxId, ada],
      [theirs, mallory],
    ] as const) {
      const start = `cat > server.py <<'END'\n${PROGRAM}\nEND\nsetsid -f python3 server.py > log 2>&1 < /dev/null; until (exec 3<>/dev/tcp/127.0.0.1/8000) 2> e; do sleep 0.1; done`;
      const { exitCode } = (await (await run(id, token, start)).json()) as { exitCode: unknown };
      if (exitCode !== 0) throw new Error("the program did not start");
    }
  });

  const hostOf = (port: number, id = boxId) => `${port}-${id}.localhost:${new URL(server().origin).port}`;

  async function ask(port: number, path: string, headers: Record<string, string> = {}, id = boxId) {
    const { port: serverPort } = new URL(server().origin);
    const asked = request({
      host: "127.0.0.1",
      port: serverPort,
      path,
      headers: { host: hostOf(port, id), ...headers },
    }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let text = "";
    for await (const part of answer) text += String(part);
    return { status: answer.statusCode, text, headers: answer.headers };
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("a visitor opens a port by a link, and nobody else's key or cookie does", async () => {
    const { data } = (await (
      await fetch(server().origin + getBoxPorts.path.replace("{boxId}", boxId), { headers: bearer(ada) })
    ).json()) as { data: unknown };
    expect(data).toEqual([
      {
        port: 8000,
        listening: true,
        visibility: "private",
        path: portPath(boxId, 8000),
        url: `http://${hostOf(8000)}/`,
      },
    ]);
    const { url } = createBoxPortUrl.response.parse(
      await (await call(createBoxPortUrl.path, { port: 8000 }, ada)).json(),
    );
    const { pathname, search } = new URL(url);
    const first = await ask(8000, pathname + search);
    expect([first.status, first.headers.location]).toEqual([303, `http://${hostOf(8000)}/`]);
    const cookie = first.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect(await ask(8000, "/", { cookie })).toMatchObject({ status: 200, text: "hello from the box" });
    const { text } = await ask(8000, "/headers", { cookie: `${cookie}; app=1` });
    expect(text).toContain("app=1");
    expect(text).not.toContain("trb_");
    // The cookie of one box, at another box.
    expect((await ask(8000, "/", { cookie }, theirs)).status).toBe(404);
    expect((await ask(8000, "/", bearer(mallory))).status).toBe(404);
    expect((await ask(8000, "/")).status).toBe(401);
    for (const [path, body] of [
      [createBoxPortUrl.path, { port: 8000 }],
      [setBoxPortVisibility.path, { port: 8000, visibility: "public" }],
    ] as const)
      expect((await call(path, body, mallory)).status).toBe(404);
  });

  test("reaches neither the server's loopback nor the box's own ports", async () => {
    const serverPort = Number(new URL(server().origin).port);
    expect((await ask(serverPort, "/healthz", bearer(ada))).status).toBe(502);
    expect((await ask(3128, "http://127.0.0.1/", bearer(ada))).status).toBe(404);
    expect((await ask(3128, "/", bearer(ada))).status).toBe(422);
  });

  test("a flood of visitors holds its box's places only, until the port is private", async () => {
    await call(setBoxPortVisibility.path, { port: 8000, visibility: "public" }, mallory, theirs);
    const { port } = new URL(server().origin);
    const flood = Array.from({ length: PORT_LIMITS.open.perSandbox + 20 }, () => {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      socket.write(`GET /hang HTTP/1.1\r\nHost: ${hostOf(8000, theirs)}\r\n\r\n`);
      return socket;
    });
    await Promise.all(flood.map((socket) => once(socket, "connect")));
    expect(await ask(8000, "/", bearer(ada))).toMatchObject({ status: 200, text: "hello from the box" });
    const closed = flood.map((socket) => once(socket.resume(), "close"));
    await call(setBoxPortVisibility.path, { port: 8000, visibility: "private" }, mallory, theirs);
    await Promise.all(closed);
  });
});
