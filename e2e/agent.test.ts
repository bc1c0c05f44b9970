import { fileContentPath, PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX, shellSocketPath } from "@terrarium/contract/proxy";
import { expect, test, vi } from "vitest";
import { GboxClient } from "../packages/sdk/src/gbox-client.ts";
import { Agent, doAgentTask } from "../packages/virtual-device/src/adbd/testing/agent.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();
const dumpFile = "/sdcard/window_dump.xml";

/** A shell of the device over the server's socket, in which one command after another is run. */
class SocketShell {
  readonly #socket: WebSocket;
  #shown = "";

  constructor(origin: string, sandboxId: string, token: string) {
    const url = `${origin.replace(/^http/, "ws")}${shellSocketPath(sandboxId)}`;
    this.#socket = new WebSocket(url, [PROXY_PROTOCOL, `${BEARER_PROTOCOL_PREFIX}${token}`]);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) this.#shown += Buffer.from(data).toString();
    });
  }

  async see(text: string): Promise<void> {
    const look = () => {
      if (!this.#shown.includes(text)) throw new Error(`the shell shows no ${text}, but ${this.#shown}`);
    };
    await vi.waitFor(look, { timeout: 15_000 });
  }

  async run(command: string, until: string): Promise<void> {
    this.#shown = "";
    this.#socket.send(Buffer.from(`${command}\r`));
    await this.see(until);
  }

  close(): void {
    this.#socket.close();
  }
}

test("an agent does its task through the SDK, as it does over adb", { timeout: 180_000 }, async () => {
  const { origin } = server();
  const token = await signIn(origin, "ada");
  const android = await new GboxClient({ apiKey: token, baseUrl: origin }).initAndroid();
  const shell = new SocketShell(origin, android.sandboxId, token);
  await shell.see("$ ");
  const agent = new Agent({
    async dump() {
      await shell.run(`uiautomator dump ${dumpFile}`, `dumped to: ${dumpFile}`);
      const answer = await fetch(`${origin}${fileContentPath(android.sandboxId, dumpFile)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.text();
    },
    tap: (x, y) => android.click(x, y),
    type: (text) => android.type(text),
    press: (key) => android.keypress(key),
    swipe: (fromX, fromY, toX, toY) => android.drag([fromX, fromY], [toX, toY]),
  });
  try {
    expect(await doAgentTask(agent)).toEqual({
      found: "milk, eggs & <bread>",
      other: false,
      lightChosen: true,
      darkChosen: true,
      result: "413",
    });
  } finally {
    shell.close();
  }
});
