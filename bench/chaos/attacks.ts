import { connect } from "node:net";
import {
  BEARER_PROTOCOL_PREFIX,
  fileContentPath,
  PROXY_PROTOCOL,
  screenSocketPath,
  shellSocketPath,
} from "@terrarium/contract/proxy";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { egressFlood } from "../../attacks/support/egress-flood.ts";
import type { Call } from "./calls.ts";

export interface AttackScope {
  origin: string;
  token: string;
  call: Call;
  /** Aborts at the end of the attack. */
  signal: AbortSignal;
  /** Returns one of the attacker's own sandboxes. */
  box: () => Promise<string | undefined>;
}

type Attack = (scope: AttackScope) => Promise<unknown>;

const SHELL_TIME_MS = 8_000;
const MEBIBYTE = 1_048_576;

/** Known attacks of one tenant on others, by name. */
export const ATTACKS: readonly (readonly [name: string, attack: Attack])[] = [
  ["upload, and end the sandbox meanwhile", uploadAndEnd],
  ["flood the screen with keys and leave", floodKeys],
  ["300 screenshots at once", screenshots],
  ["labels with 90,000 entries", labels],
  ["JSON 100,000 arrays deep", deepJson],
  ["500 taps at once", taps],
  [
    "a script that redefines toJSON",
    script(`
    Array.prototype.toJSON = Object.prototype.toJSON = () => 1;
    for (let i = 0; i < 9000; i += 1) fetch("/api/v1/user/get_current_user_info").catch(() => 0);
  `),
  ],
  ["scripts with large bodies", largeBodies],
  ["16 scripts that wait", slots],
  ["awk fills an array", shell("awk 'BEGIN{for(i=0;;i++)a[i]=i \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}'")],
  ["a fork bomb", shell("f(){ f|f& };f")],
  ["fill the device's disk", shell("cd /data/local/tmp; while :; do cat /dev/zero > f$RANDOM; done")],
  ["move folders below one another", shell(moveDeeper())],
  [
    "20,000 files",
    shell(
      "mkdir -p /data/local/tmp/m; cd /data/local/tmp/m; i=0; while [ $i -lt 20000 ]; do echo > f$i; i=$((i+1)); done",
    ),
  ],
  ["two reboots at once", shell("reboot & reboot")],
  ["print without end", shell("yes 0123456789012345678901234567890123456789")],
  ["print single bytes without end", shell("while :; do printf x; done")],
  ["16 commands and a listing at once", commands],
  ["100 sockets to one screen", manySockets],
  ["64 slow requests", slowRequests],
  ["make and end sandboxes", churn],
  ["sign-ins that pretend other addresses", forwarded],
  ["pipelined requests at the egress proxy", floodProxy],
];

/** Each turn moves everything one folder deeper, next to a file of a megabyte. */
function moveDeeper(): string {
  const name = "d".repeat(200);
  return `cd /data/local/tmp; i=0; while [ $i -lt 40 ]; do mkdir ${name}; cat /dev/zero 2>/dev/null | head -c 1000000 > ${name}/f; mkdir -p deep/${name}; mv deep ${name}/deep; mv ${name} deep; i=$((i+1)); done`;
}

async function uploadAndEnd({ origin, token, call, box, signal }: AttackScope): Promise<void> {
  const id = await box();
  if (id === undefined) return;
  const chunk = new Uint8Array(MEBIBYTE);
  let left = 200;
  const body = new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
  });
  const upload = fetch(`${origin}${fileContentPath(id, "/data/local/tmp/large")}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body,
    duplex: "half",
    signal,
  } as RequestInit);
  const end = call("POST", `/api/v1/boxes/${id}/terminate`);
  await Promise.allSettled([upload, end]);
}

async function floodKeys(scope: AttackScope): Promise<void> {
  const id = await scope.box();
  if (id === undefined) return;
  const socket = await openSocket(scope, screenSocketPath(id));
  const key = serializeControlMessage({ type: "key", action: 0, keyCode: 29, repeat: 0, metaState: 0 });
  const end = Date.now() + 3_000;
  while (Date.now() < end && socket.readyState === WebSocket.OPEN) {
    for (let i = 0; i < 200; i += 1) socket.send(key);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.close();
}

async function screenshots({ call, box }: AttackScope): Promise<void> {
  const uid = await box();
  await atOnce(300, () => call("POST", "/api/v1/gbox/android/screenshot", { uid }));
}

async function taps({ call, box }: AttackScope): Promise<void> {
  const uid = await box();
  await atOnce(500, (i) => call("POST", "/api/v1/gbox/android/click", { uid, x: i, y: i }));
}

async function labels({ call }: AttackScope): Promise<void> {
  const entries = Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, ""]));
  await atOnce(10, () => call("POST", "/api/v1/boxes", { type: "android", config: { labels: entries } }));
}

async function deepJson({ origin, token, signal }: AttackScope): Promise<void> {
  const body = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await atOnce(10, async () =>
    (await fetch(`${origin}/api/v1/boxes`, { method: "POST", headers, body, signal })).text(),
  );
}

function script(code: string): Attack {
  return ({ call }) => call("POST", "/api/v1/vm/run_code", { code });
}

async function largeBodies({ call }: AttackScope): Promise<void> {
  const code = `
    const body = "x".repeat(1000000);
    await Promise.all(Array.from({ length: 60 }, () => fetch("/api/v1/boxes", { method: "POST", body }).catch(() => 0)));
  `;
  await atOnce(3, () => call("POST", "/api/v1/vm/run_code", { code }));
}

async function slots({ call }: AttackScope): Promise<void> {
  const code = "await new Promise((resolve) => setTimeout(resolve, 5000));";
  await atOnce(16, () => call("POST", "/api/v1/vm/run_code", { code }));
}

/** Types a command into a new shell and leaves after a while. */
function shell(command: string): Attack {
  return async (scope) => {
    const id = await scope.box();
    if (id === undefined) return;
    const socket = await openSocket(scope, shellSocketPath(id));
    socket.send(new TextEncoder().encode(`${command}\n`));
    await new Promise((resolve) => setTimeout(resolve, SHELL_TIME_MS));
    socket.close();
  };
}

async function manySockets(scope: AttackScope): Promise<void> {
  const id = await scope.box();
  if (id === undefined) return;
  const sockets = await Promise.allSettled(Array.from({ length: 100 }, () => openSocket(scope, screenSocketPath(id))));
  for (const socket of sockets) if (socket.status === "fulfilled") socket.value.close();
}

/** On a flooding device (main.ts), each command opens one more stream. */
async function commands({ call, box }: AttackScope): Promise<void> {
  const id = await box();
  if (id === undefined) return;
  const list = call("GET", `/api/v1/boxes/${id}/fs/list?path=/`);
  await atOnce(16, () => call("POST", `/api/v1/boxes/${id}/commands`, { command: "true", timeout: "8s" }));
  await list;
}

/** Sends requests whose headers never end. */
async function slowRequests({ origin }: AttackScope): Promise<void> {
  const { hostname, port } = new URL(origin);
  await atOnce(64, async () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => socket.destroy());
    socket.write("POST /api/v1/boxes HTTP/1.1\r\nhost: localhost\r\n");
    for (let i = 0; i < 20 && !socket.destroyed; i += 1) {
      socket.write("x");
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    socket.destroy();
  });
}

async function churn({ call }: AttackScope): Promise<void> {
  await atOnce(5, async () => {
    const { body } = await call("POST", "/api/v1/boxes", {
      type: "android",
      config: { expiresIn: "1m" },
    });
    const id = (body as { id?: string } | undefined)?.id;
    if (id !== undefined) await call("POST", `/api/v1/boxes/${id}/terminate`);
  });
}

async function forwarded({ origin, signal }: AttackScope): Promise<void> {
  await atOnce(100, async (i) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": `10.0.${i}.1` };
    const body = JSON.stringify({ code: `guess-${i}` });
    await (await fetch(`${origin}/api/v1/auth/github/callback`, { method: "POST", headers, body, signal })).text();
  });
}

async function floodProxy({ call }: AttackScope): Promise<void> {
  const made = await call("POST", "/api/v1/boxes", { type: "linux", config: { expiresIn: "1m" } });
  const id = (made.body as { id?: string } | undefined)?.id;
  if (id === undefined) return;
  await call("POST", `/api/v1/boxes/${id}/commands`, { command: egressFlood(8), timeout: "20s", workingDir: "/" });
  await call("POST", `/api/v1/boxes/${id}/terminate`);
}

async function openSocket({ origin, token, signal }: AttackScope, path: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace(/^http/, "ws")}${path}`, [
    PROXY_PROTOCOL,
    BEARER_PROTOCOL_PREFIX + token,
  ]);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => reject(new Error("the socket was closed")));
    socket.addEventListener("error", () => reject(new Error("the socket failed")));
    signal.addEventListener("abort", () => {
      socket.close();
      reject(new Error("the attack's time is over"));
    });
  });
  return socket;
}

async function atOnce(times: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.allSettled(Array.from({ length: times }, (_, index) => work(index)));
}
