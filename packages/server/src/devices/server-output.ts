import { cutTextStart } from "@terrarium/adb/cut-text";
import { type Adb, AdbNoneProtocolSpawner } from "@yume-chan/adb";
import { ReadableStream, WritableStream } from "@yume-chan/stream-extra";

/** Of what a server says so much is kept, from the end. */
const SAID_CHARS = 300;

/**
 * Runs scrcpy's server for Tango, and reads itself what it says. Tango would read that by a pipe that it breaks off when
 * the screen is there; if the server speaks just then, Node fails an assertion that nobody owns (nodejs/node issue 63732).
 */
export class ServerOutput {
  readonly spawner: AdbNoneProtocolSpawner;
  readonly #decoder = new TextDecoder();
  #said = "";
  #isRead: Promise<void> = Promise.resolve();

  constructor(adb: Adb) {
    this.spawner = new AdbNoneProtocolSpawner(async (command, signal) => {
      const process = await adb.subprocess.noneProtocol.spawn(command, signal);
      // The connection's end is told by what else goes over it.
      this.#isRead = process.output.pipeTo(new WritableStream({ write: (chunk) => this.#take(chunk) })).catch(() => {});
      return {
        stdin: process.stdin,
        output: new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }),
        exited: process.exited,
        kill: () => process.kill(),
      };
    });
  }

  /** The end of what it said so far, in one line. */
  get said(): string {
    return this.#said.trim().replaceAll(/\s+/g, " ");
  }

  /** All of that, of a server that has ended. */
  async all(): Promise<string> {
    await this.#isRead;
    return this.said;
  }

  #take(chunk: Uint8Array): void {
    this.#said = cutTextStart(this.#said + this.#decoder.decode(chunk, { stream: true }), SAID_CHARS);
  }
}
