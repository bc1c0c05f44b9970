import { cutTextStart } from "@terrarium/bounds/cut-text";
import { type Adb, AdbNoneProtocolSpawner } from "@yume-chan/adb";
import { ReadableStream, WritableStream } from "@yume-chan/stream-extra";

/** Maximum length of the kept output, from its end. */
const SAID_CHARS = 300;

/**
 * Runs scrcpy's server for Tango, and reads the server's output itself. Tango's own pipe is aborted when the screen is
 * ready; output at that moment triggers an assertion in Node that cannot be caught (nodejs/node issue 63732).
 */
export class ServerOutput {
  readonly spawner: AdbNoneProtocolSpawner;
  readonly #decoder = new TextDecoder();
  #said = "";
  #isRead: Promise<void> = Promise.resolve();

  constructor(adb: Adb) {
    this.spawner = new AdbNoneProtocolSpawner(async (command, signal) => {
      const process = await adb.subprocess.noneProtocol.spawn(command, signal);
      // Other streams report the connection's end.
      this.#isRead = process.output.pipeTo(new WritableStream({ write: (chunk) => this.#take(chunk) })).catch(() => {});
      return {
        stdin: process.stdin,
        output: new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }),
        exited: process.exited,
        kill: () => process.kill(),
      };
    });
  }

  /** Returns the end of the output so far, in one line. */
  get said(): string {
    return this.#said.trim().replaceAll(/\s+/g, " ");
  }

  /** Returns the end of the complete output, after the server has ended. */
  async all(): Promise<string> {
    await this.#isRead;
    return this.said;
  }

  #take(chunk: Uint8Array): void {
    this.#said = cutTextStart(this.#said + this.#decoder.decode(chunk, { stream: true }), SAID_CHARS);
  }
}
