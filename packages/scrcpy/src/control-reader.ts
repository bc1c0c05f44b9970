import { ByteQueue, ScrcpyProtocolError, viewOf } from "./byte-queue.ts";
import { CLIPBOARD_BYTES_MAX, EMPTY_TYPES, type ControlMessage, type EmptyType, type Position } from "./control.ts";

const emptyTypeNames = new Map<number, EmptyType>(
  Object.entries(EMPTY_TYPES).map(([name, id]) => [id, name as EmptyType]),
);

interface Layout {
  /** Number of bytes before the variable part, including the type. */
  fixed: number;
  /** Returns the length of the variable part in bytes, from the fixed part. */
  variable?: (view: DataView) => number;
  parse: (view: DataView, rest: Uint8Array) => ControlMessage;
}

const layouts = new Map<number, Layout>([
  [0, { fixed: 14, parse: parseKey }],
  [1, { fixed: 5, variable: (view) => view.getUint32(1), parse: (_, rest) => ({ type: "text", text: decode(rest) }) }],
  [2, { fixed: 32, parse: parseTouch }],
  [3, { fixed: 21, parse: parseScroll }],
  [4, { fixed: 2, parse: (view) => ({ type: "backOrScreenOn", action: view.getUint8(1) }) }],
  [8, { fixed: 2, parse: (view) => ({ type: "getClipboard", copyKey: view.getUint8(1) }) }],
  [9, { fixed: 14, variable: (view) => view.getUint32(10), parse: parseSetClipboard }],
  [10, { fixed: 2, parse: (view) => ({ type: "setDisplayPower", on: view.getUint8(1) !== 0 }) }],
  [
    13,
    {
      fixed: 5,
      variable: (view) => view.getUint16(3),
      parse: (view, rest) => ({ type: "uhidInput", id: view.getUint16(1), data: rest }),
    },
  ],
  [14, { fixed: 3, parse: (view) => ({ type: "uhidDestroy", id: view.getUint16(1) }) }],
  [
    16,
    { fixed: 2, variable: (view) => view.getUint8(1), parse: (_, rest) => ({ type: "startApp", name: decode(rest) }) },
  ],
]);

/** Reads control messages from bytes in pieces of any size. */
export class ControlMessageReader {
  readonly #queue = new ByteQueue();

  /**
   * Returns the messages completed by these bytes. An unknown type has an unknown length: it consumes all received
   * bytes, which are just that message if each one is written separately, as usual. Throws ScrcpyProtocolError for a
   * text of impossible length.
   */
  push(chunk: Uint8Array): ControlMessage[] {
    this.#queue.push(chunk);
    const messages: ControlMessage[] = [];
    for (;;) {
      const message = this.#readOne();
      if (!message) return messages;
      messages.push(message);
    }
  }

  #readOne(): ControlMessage | undefined {
    const id = this.#queue.peek(1)?.[0];
    if (id === undefined) return undefined;
    if (id === 12) return this.#readUhidCreate();
    const empty = emptyTypeNames.get(id);
    if (empty) {
      this.#queue.take(1);
      return { type: empty };
    }
    const layout = layouts.get(id);
    if (!layout) return { type: "unknown", id, data: this.#queue.takeAll().slice(1) };
    const head = this.#queue.peek(layout.fixed);
    if (!head) return undefined;
    const variable = layout.variable?.(viewOf(head)) ?? 0;
    if (variable > CLIPBOARD_BYTES_MAX) {
      throw new ScrcpyProtocolError(
        `control message ${id} with ${variable} bytes of text; at most ${CLIPBOARD_BYTES_MAX} are possible`,
      );
    }
    const bytes = this.#queue.take(layout.fixed + variable);
    return bytes && layout.parse(viewOf(bytes), bytes.slice(layout.fixed));
  }

  /** Reads the only message with two variable parts: a name, then a report descriptor. */
  #readUhidCreate(): ControlMessage | undefined {
    const nameBytes = this.#queue.peek(8)?.[7];
    if (nameBytes === undefined) return undefined;
    const head = this.#queue.peek(10 + nameBytes);
    if (!head) return undefined;
    const bytes = this.#queue.take(10 + nameBytes + viewOf(head).getUint16(8 + nameBytes));
    if (!bytes) return undefined;
    const view = viewOf(bytes);
    return {
      type: "uhidCreate",
      id: view.getUint16(1),
      vendorId: view.getUint16(3),
      productId: view.getUint16(5),
      name: decode(bytes.subarray(8, 8 + nameBytes)),
      data: bytes.slice(10 + nameBytes),
    };
  }
}

function parseKey(view: DataView): ControlMessage {
  return {
    type: "key",
    action: view.getUint8(1),
    keyCode: view.getUint32(2),
    repeat: view.getUint32(6),
    metaState: view.getUint32(10),
  };
}

function parseTouch(view: DataView): ControlMessage {
  return {
    type: "touch",
    action: view.getUint8(1),
    pointerId: view.getBigInt64(2),
    ...parsePosition(view, 10),
    pressure: fromFixed(view.getUint16(22), 0xffff, 0x10000),
    actionButton: view.getUint32(24),
    buttons: view.getUint32(28),
  };
}

function parseScroll(view: DataView): ControlMessage {
  return {
    type: "scroll",
    ...parsePosition(view, 1),
    horizontal: fromFixed(view.getInt16(13), 0x7fff, 0x8000) * 16,
    vertical: fromFixed(view.getInt16(15), 0x7fff, 0x8000) * 16,
    buttons: view.getUint32(17),
  };
}

function parseSetClipboard(view: DataView, rest: Uint8Array): ControlMessage {
  return { type: "setClipboard", sequence: view.getBigUint64(1), paste: view.getUint8(9) !== 0, text: decode(rest) };
}

function parsePosition(view: DataView, offset: number): Position {
  return {
    x: view.getInt32(offset),
    y: view.getInt32(offset + 4),
    screenWidthPx: view.getUint16(offset + 8),
    screenHeightPx: view.getUint16(offset + 10),
  };
}

function fromFixed(value: number, max: number, scale: number): number {
  return value === max ? 1 : value / scale;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
