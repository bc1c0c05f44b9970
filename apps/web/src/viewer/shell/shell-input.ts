import { SendWindow, SHELL_FLOW } from "@terrarium/contract/shell-flow";

/** Sends typed or pasted input in order, at the rate of the server's acknowledgements. */
export class ShellInput {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #window = new SendWindow();
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

  type(bytes: Uint8Array<ArrayBuffer>): void {
    for (let start = 0; start < bytes.length; start += SHELL_FLOW.message.maxBytes)
      this.#waiting.push(bytes.subarray(start, start + SHELL_FLOW.message.maxBytes));
    this.#sendWaiting();
  }

  acknowledged(bytes: number): void {
    this.#window.acknowledged(bytes);
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    while (!this.#window.isFull) {
      const bytes = this.#waiting.shift();
      if (!bytes) return;
      this.#send(bytes);
      this.#window.sent(bytes.length);
    }
  }
}
