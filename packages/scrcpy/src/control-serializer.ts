import { viewOf } from "./byte-queue.ts";
import { CLIPBOARD_BYTES_MAX, EMPTY_TYPES, type ControlMessage, type Position } from "./control.ts";

/** Serializes a control message. Throws RangeError if a text exceeds its length field. */
export function serializeControlMessage(message: ControlMessage): Uint8Array<ArrayBuffer> {
  switch (message.type) {
    case "key":
      return write(14, 0, (view) => {
        view.setUint8(1, message.action);
        view.setUint32(2, message.keyCode);
        view.setUint32(6, message.repeat);
        view.setUint32(10, message.metaState);
      });
    case "text":
      return withText(5, 1, 1, 4, message.text);
    case "touch":
      return write(32, 2, (view) => {
        view.setUint8(1, message.action);
        view.setBigUint64(2, BigInt.asUintN(64, message.pointerId));
        writePosition(view, 10, message);
        view.setUint16(22, toFixed(message.pressure, 0, 0x10000, 0xffff));
        view.setUint32(24, message.actionButton);
        view.setUint32(28, message.buttons);
      });
    case "scroll":
      return write(21, 3, (view) => {
        writePosition(view, 1, message);
        view.setInt16(13, toFixed(message.horizontal / 16, -1, 0x8000, 0x7fff));
        view.setInt16(15, toFixed(message.vertical / 16, -1, 0x8000, 0x7fff));
        view.setUint32(17, message.buttons);
      });
    case "backOrScreenOn":
      return write(2, 4, (view) => view.setUint8(1, message.action));
    case "getClipboard":
      return write(2, 8, (view) => view.setUint8(1, message.copyKey));
    case "setClipboard": {
      const bytes = withText(14, 9, 10, 4, message.text);
      viewOf(bytes).setBigUint64(1, BigInt.asUintN(64, message.sequence));
      bytes[9] = message.paste ? 1 : 0;
      return bytes;
    }
    case "setDisplayPower":
      return write(2, 10, (view) => view.setUint8(1, message.on ? 1 : 0));
    case "startApp":
      return withText(2, 16, 1, 1, message.name);
    case "uhidCreate":
      return serializeUhidCreate(message);
    case "uhidInput": {
      const bytes = write(5 + message.data.length, 13, (view) => {
        view.setUint16(1, message.id);
        view.setUint16(3, message.data.length);
      });
      bytes.set(message.data, 5);
      return bytes;
    }
    case "uhidDestroy":
      return write(3, 14, (view) => view.setUint16(1, message.id));
    case "unknown": {
      const bytes = write(1 + message.data.length, message.id, () => undefined);
      bytes.set(message.data, 1);
      return bytes;
    }
    case "expandNotificationPanel":
    case "expandSettingsPanel":
    case "collapsePanels":
    case "rotateDevice":
    case "openHardKeyboardSettings":
    case "resetVideo":
      return Uint8Array.of(EMPTY_TYPES[message.type]);
  }
  message satisfies never;
  throw new TypeError("a control message of unknown type");
}

function serializeUhidCreate(message: Extract<ControlMessage, { type: "uhidCreate" }>): Uint8Array<ArrayBuffer> {
  const head = withText(8, 12, 7, 1, message.name);
  const view = viewOf(head);
  view.setUint16(1, message.id);
  view.setUint16(3, message.vendorId);
  view.setUint16(5, message.productId);
  const bytes = new Uint8Array(head.length + 2 + message.data.length);
  bytes.set(head);
  viewOf(bytes).setUint16(head.length, message.data.length);
  bytes.set(message.data, head.length + 2);
  return bytes;
}

function write(size: number, typeId: number, fill: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes[0] = typeId;
  fill(viewOf(bytes));
  return bytes;
}

/**
 * Serializes a message that ends with a text: `size` bytes before it, its length in `lengthBytes` at `lengthOffset`.
 */
function withText(
  size: number,
  typeId: number,
  lengthOffset: number,
  lengthBytes: 1 | 4,
  text: string,
): Uint8Array<ArrayBuffer> {
  const encoded = new TextEncoder().encode(text);
  const bytesMax = lengthBytes === 1 ? 0xff : CLIPBOARD_BYTES_MAX;
  if (encoded.length > bytesMax)
    throw new RangeError(`a text of ${encoded.length} bytes does not fit; at most ${bytesMax} do`);
  const bytes = write(size + encoded.length, typeId, (view) => {
    if (lengthBytes === 1) view.setUint8(lengthOffset, encoded.length);
    else view.setUint32(lengthOffset, encoded.length);
  });
  bytes.set(encoded, size);
  return bytes;
}

function writePosition(view: DataView, offset: number, position: Position): void {
  view.setInt32(offset, Math.round(position.x));
  view.setInt32(offset + 4, Math.round(position.y));
  view.setUint16(offset + 8, position.screenWidthPx);
  view.setUint16(offset + 10, position.screenHeightPx);
}

/** Converts to scrcpy's fixed point (Binary.java): the largest number represents 1. */
function toFixed(value: number, min: number, scale: number, max: number): number {
  return Math.min(Math.round(Math.max(min, Math.min(1, value)) * scale), max);
}
