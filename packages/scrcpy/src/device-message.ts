/** Device messages, device to client, on the control socket of scrcpy 3.3.x (DeviceMessageWriter.java). Big-endian. */
import { ByteQueue, ScrcpyProtocolError, viewOf } from "./byte-queue.ts";
import { CLIPBOARD_BYTES_MAX } from "./control.ts";

export type DeviceMessage =
  | { type: "clipboard"; text: string }
  /** Acknowledges the clipboard message with this sequence. */
  | { type: "ackClipboard"; sequence: bigint }
  | { type: "uhidOutput"; id: number; data: Uint8Array };

/** Serializes a device message; truncates a long clipboard between characters, as scrcpy does. */
export function serializeDeviceMessage(message: DeviceMessage): Uint8Array<ArrayBuffer> {
  switch (message.type) {
    case "clipboard": {
      const encoded = new TextEncoder().encode(message.text);
      let length = Math.min(encoded.length, CLIPBOARD_BYTES_MAX);
      // A byte 10xxxxxx continues a character: steps back to the character's start.
      while (length < encoded.length && ((encoded[length] ?? 0) & 0xc0) === 0x80) length--;
      const bytes = new Uint8Array(5 + length);
      viewOf(bytes).setUint32(1, length);
      bytes.set(encoded.subarray(0, length), 5);
      return bytes;
    }
    case "ackClipboard": {
      const bytes = new Uint8Array(9);
      bytes[0] = 1;
      viewOf(bytes).setBigUint64(1, message.sequence);
      return bytes;
    }
    case "uhidOutput": {
      const bytes = new Uint8Array(5 + message.data.length);
      bytes[0] = 2;
      viewOf(bytes).setUint16(1, message.id);
      viewOf(bytes).setUint16(3, message.data.length);
      bytes.set(message.data, 5);
      return bytes;
    }
  }
  message satisfies never;
  throw new TypeError("a device message of unknown type");
}

/** Reads device messages from bytes in pieces of any size. */
export class DeviceMessageReader {
  readonly #queue = new ByteQueue();

  /**
   * Returns the messages completed by these bytes. Throws ScrcpyProtocolError for an unknown type or an impossible
   * length.
   */
  push(chunk: Uint8Array): DeviceMessage[] {
    this.#queue.push(chunk);
    const messages: DeviceMessage[] = [];
    for (;;) {
      const message = this.#readOne();
      if (!message) return messages;
      messages.push(message);
    }
  }

  #readOne(): DeviceMessage | undefined {
    const id = this.#queue.peek(1)?.[0];
    if (id === undefined) return undefined;
    if (id === 0) return this.#readClipboard();
    if (id === 1) {
      const bytes = this.#queue.take(9);
      return bytes && { type: "ackClipboard", sequence: viewOf(bytes).getBigUint64(1) };
    }
    if (id === 2) {
      const head = this.#queue.peek(5);
      const bytes = head && this.#queue.take(5 + viewOf(head).getUint16(3));
      return bytes && { type: "uhidOutput", id: viewOf(bytes).getUint16(1), data: bytes.slice(5) };
    }
    throw new ScrcpyProtocolError(`device message of unknown type ${id}`);
  }

  #readClipboard(): DeviceMessage | undefined {
    const head = this.#queue.peek(5);
    if (!head) return undefined;
    const length = viewOf(head).getUint32(1);
    if (length > CLIPBOARD_BYTES_MAX)
      throw new ScrcpyProtocolError(`clipboard of ${length} bytes; at most ${CLIPBOARD_BYTES_MAX} are possible`);
    const bytes = this.#queue.take(5 + length);
    return (
      bytes && { type: "clipboard", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(5)) }
    );
  }
}
