// The message format of D-Bus (https://dbus.freedesktop.org/doc/dbus-specification.html, "Message Format"), as far as a
// calling client needs it. It writes calls with arguments of basic types, and reads all types.

const LITTLE = "l".charCodeAt(0);
const VERSION = 1;
const NO_AUTO_START = 2;
const FIXED_HEADER_BYTES = 16;
const MAX_DEPTH = 32;
/** Alignments other than 4 bytes. */
const ALIGN: Readonly<Record<string, number>> = { y: 1, g: 1, v: 1, n: 2, q: 2, x: 8, t: 8, d: 8, "(": 8, "{": 8 };
const FIELDS = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const;

export const MESSAGE_TYPES = { call: 1, answer: 2, error: 3 } as const;

export interface Call {
  destination: string;
  path: string;
  interface: string;
  member: string;
  /** Types of the arguments: any of `s`, `u` and `i`. */
  signature?: string;
  args?: readonly (string | number)[];
}

export interface Message {
  type: number;
  sender: string;
  replySerial: number;
  body: unknown[];
}

/** Encodes a call. */
export function encodeCall(serial: number, call: Call): Buffer {
  const body = new Writer();
  const { signature = "", args = [] } = call;
  args.forEach((value, i) => (typeof value === "string" ? body.text(value) : body.number(value, signature[i] === "i")));
  const fields = new Writer();
  const field = (code: number, type: "o" | "s" | "g", value: string) => {
    fields.align(8);
    fields.byte(code);
    fields.signature(type);
    if (type === "g") fields.signature(value);
    else fields.text(value);
  };
  field(FIELDS.path, "o", call.path);
  field(FIELDS.interface, "s", call.interface);
  field(FIELDS.member, "s", call.member);
  field(FIELDS.destination, "s", call.destination);
  if (signature !== "") field(FIELDS.signature, "g", signature);
  const head = Buffer.alloc(FIXED_HEADER_BYTES);
  head.writeUInt8(LITTLE, 0);
  head.writeUInt8(MESSAGE_TYPES.call, 1);
  head.writeUInt8(NO_AUTO_START, 2);
  head.writeUInt8(VERSION, 3);
  head.writeUInt32LE(body.bytes.length, 4);
  head.writeUInt32LE(serial, 8);
  head.writeUInt32LE(fields.bytes.length, 12);
  fields.align(8);
  return Buffer.concat([head, fields.bytes, body.bytes]);
}

/** Returns the length of the message at the start of these bytes; undefined if there are too few bytes. */
export function messageBytes(bytes: Buffer): number | undefined {
  if (bytes.length < FIXED_HEADER_BYTES) return undefined;
  if (bytes[0] !== LITTLE) throw new Error("a message of D-Bus is in the other byte order");
  return padded(FIXED_HEADER_BYTES + bytes.readUInt32LE(12), 8) + bytes.readUInt32LE(4);
}

/** Decodes one whole message. Throws if the bytes are invalid. */
export function decodeMessage(bytes: Buffer): Message {
  const fields = new Map<number, unknown>();
  const head = new Reader(bytes);
  head.at = 12;
  for (const [code, value] of head.value("a(yv)") as [number, unknown][]) fields.set(code, value);
  const signature = fields.get(FIELDS.signature);
  const body = new Reader(bytes);
  body.at = padded(head.at, 8);
  return {
    type: bytes.readUInt8(1),
    sender: String(fields.get(FIELDS.sender) ?? ""),
    replySerial: Number(fields.get(FIELDS.replySerial) ?? 0),
    body: typeof signature === "string" ? typesIn(signature).map((type) => body.value(type)) : [],
  };
}

const padded = (at: number, alignment: number): number => Math.ceil(at / alignment) * alignment;

class Writer {
  bytes: Buffer = Buffer.alloc(0);

  align(alignment: number): void {
    this.#add(Buffer.alloc(padded(this.bytes.length, alignment) - this.bytes.length));
  }

  byte(value: number): void {
    this.#add(Buffer.of(value));
  }

  number(value: number, isSigned: boolean): void {
    this.align(4);
    const four = Buffer.alloc(4);
    if (isSigned) four.writeInt32LE(value);
    else four.writeUInt32LE(value);
    this.#add(four);
  }

  text(value: string): void {
    this.number(Buffer.byteLength(value), false);
    this.#add(Buffer.from(`${value}\0`));
  }

  signature(value: string): void {
    this.#add(Buffer.from(`${String.fromCodePoint(value.length)}${value}\0`));
  }

  #add(bytes: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }
}

/** Decodes values: structures and arrays as arrays, a dictionary as an array of pairs, a variant as its content. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  value(type: string, depth = 0): unknown {
    if (depth > MAX_DEPTH) throw new Error("a message of D-Bus is nested too deep");
    const kind = type[0] ?? "";
    this.at = padded(this.at, ALIGN[kind] ?? 4);
    switch (kind) {
      case "y":
        return this.#take(1).readUInt8();
      case "b":
        return this.#take(4).readUInt32LE() !== 0;
      case "n":
        return this.#take(2).readInt16LE();
      case "q":
        return this.#take(2).readUInt16LE();
      case "i":
        return this.#take(4).readInt32LE();
      case "u":
      case "h":
        return this.#take(4).readUInt32LE();
      case "x":
        return this.#take(8).readBigInt64LE();
      case "t":
        return this.#take(8).readBigUInt64LE();
      case "d":
        return this.#take(8).readDoubleLE();
      case "s":
      case "o":
        return this.#text(this.#take(4).readUInt32LE());
      case "g":
        return this.#text(this.#take(1).readUInt8());
      case "v":
        return this.#variant(depth);
      case "a":
        return this.#array(type.slice(1), depth);
      case "(":
      case "{":
        return typesIn(type.slice(1, -1)).map((each) => this.value(each, depth + 1));
      default:
        throw new Error(`a message of D-Bus has the type ${JSON.stringify(kind)}`);
    }
  }

  #variant(depth: number): unknown {
    const [type = "", ...others] = typesIn(this.#text(this.#take(1).readUInt8()));
    if (others.length > 0) throw new Error("a variant of D-Bus holds several values");
    return this.value(type, depth + 1);
  }

  #array(type: string, depth: number): unknown[] {
    const lengthBytes = this.#take(4).readUInt32LE();
    this.at = padded(this.at, ALIGN[type[0] ?? ""] ?? 4);
    const end = this.at + lengthBytes;
    if (end > this.#bytes.length) throw new Error("an array of D-Bus is longer than its message");
    const values: unknown[] = [];
    while (this.at < end) {
      const before = this.at;
      values.push(this.value(type, depth + 1));
      if (this.at <= before) throw new Error("an array of D-Bus holds nothing");
    }
    return values;
  }

  #text(lengthBytes: number): string {
    const text = this.#take(lengthBytes).toString();
    this.#take(1);
    return text;
  }

  #take(count: number): Buffer {
    if (this.at + count > this.#bytes.length) throw new Error("a message of D-Bus ends too soon");
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }
}

/** Splits a signature into its types: `sa(ii)` into `s` and `a(ii)`. */
function typesIn(signature: string): string[] {
  const types: string[] = [];
  for (let from = 0; from < signature.length;) {
    const end = endOfType(signature, from);
    types.push(signature.slice(from, end));
    from = end;
  }
  return types;
}

function endOfType(signature: string, from: number): number {
  let at = from;
  while (signature[at] === "a") at += 1;
  let open = 0;
  do {
    const sign = signature[at];
    if (sign === undefined) throw new Error("a signature of D-Bus ends too soon");
    if (sign === "(" || sign === "{") open += 1;
    if (sign === ")" || sign === "}") open -= 1;
    at += 1;
  } while (open > 0);
  return at;
}
