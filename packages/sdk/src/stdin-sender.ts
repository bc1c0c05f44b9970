import { END_OF_STDIN } from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import { type ByteSource, piecesOf } from "./byte-source.ts";

/** Sends the input of one command over its socket, no faster than the device accepts it. */
export class StdinSender {
  #creditBytes: number = COMMAND_LIMITS.stdinWindowBytes;
  #isStopped = false;
  #wake = () => {};

  /** Allows as many more bytes as the device accepted. */
  credit(bytes: number): void {
    this.#creditBytes += bytes;
    this.#wake();
  }

  /** Stops sending. The source is closed after the piece that is being read. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Sends a source and its end; resolves early if it is stopped. Rejects with the source's error. */
  async send(socket: Pick<WebSocket, "send">, source: ByteSource): Promise<void> {
    for await (const piece of piecesOf(source)) {
      for (let start = 0; start < piece.length && !this.#isStopped;) {
        if (this.#creditBytes === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
        const part = piece.subarray(start, start + this.#creditBytes);
        if (part.length === 0 || this.#isStopped) continue;
        socket.send(part);
        this.#creditBytes -= part.length;
        start += part.length;
      }
      if (this.#isStopped) return;
    }
    socket.send(JSON.stringify(END_OF_STDIN));
  }
}
