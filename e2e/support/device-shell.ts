import { once } from "node:events";
import { BEARER_PROTOCOL_PREFIX, fileContentPath, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";

const PATIENCE_MS = 90_000;
const OUTPUT = "/sdcard/Documents/output";
const DUMP = "/sdcard/Documents/window_dump.xml";

/** A device's shell over the server's socket. Runs commands one after another. */
export class DeviceShell {
  readonly #socket: WebSocket;
  readonly #readFile: (path: string) => Promise<string>;
  #shown = "";
  #count = 0;

  constructor(origin: string, sandboxId: string, token: string) {
    const url = `${origin.replace(/^http/, "ws")}${shellSocketPath(sandboxId)}`;
    this.#socket = new WebSocket(url, [PROXY_PROTOCOL, `${BEARER_PROTOCOL_PREFIX}${token}`]);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) this.#shown += Buffer.from(data).toString();
    });
    this.#readFile = async (path) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${origin}${fileContentPath(sandboxId, path)}`, { headers });
      return answer.text();
    };
  }

  /** Runs a command to its end and returns its output. */
  async run(command: string): Promise<string> {
    await this.#see("$ ");
    const count = ++this.#count;
    // The echo of the input is unchanged; only the shell computes this form of the end mark.
    this.#socket.send(Buffer.from(`{ ${command}; } > ${OUTPUT} 2>&1; echo "end $((${count} + 0))."\r`));
    await this.#see(`end ${count}.`);
    return this.#readFile(OUTPUT);
  }

  /** Returns the content of the screen from `uiautomator dump`. */
  async dump(): Promise<string> {
    await this.run(`uiautomator dump ${DUMP}`);
    return this.#readFile(DUMP);
  }

  close(): void {
    this.#socket.close();
  }

  async #see(text: string): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      while (!this.#shown.includes(text)) await once(this.#socket, "message", { signal });
    } catch (error) {
      throw new Error(`the shell shows no ${JSON.stringify(text)}, but ${this.#shown}`, { cause: error });
    }
  }
}
