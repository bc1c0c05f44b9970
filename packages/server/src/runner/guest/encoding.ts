import type { Guest } from "./guest.ts";

/** Text encodings and structuredClone. Runs inside the interpreter. */
export function installEncoding(guest: Guest): void {
  class DomException extends Error {
    override readonly name: string;
    constructor(message = "", name = "Error") {
      super(message);
      this.name = name;
    }
  }
  Object.defineProperty(DomException, "name", { value: "DOMException" });

  class TextEncoder {
    readonly encoding = "utf-8";
    encode(text: unknown = ""): Uint8Array {
      return new Uint8Array(guest.call("encodeUtf8", [String(text)]));
    }
  }

  class TextDecoder {
    readonly encoding = "utf-8";
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    constructor(label = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
      if (!/^\s*(unicode-1-1-)?utf-?8\s*$/i.test(label))
        throw new RangeError(`TextDecoder knows only utf-8, not "${label}"`);
      this.fatal = options.fatal === true;
      this.ignoreBOM = options.ignoreBOM === true;
    }
    decode(input: ArrayBuffer | ArrayBufferView<ArrayBuffer> = new ArrayBuffer(0)): string {
      const bytes =
        input instanceof ArrayBuffer
          ? input
          : input.buffer.slice(input.byteOffset, input.byteOffset + input.byteLength);
      const text = guest.call("decodeUtf8", [this.fatal, this.ignoreBOM], bytes);
      if (text === null) throw new TypeError("The bytes are not UTF-8");
      return text;
    }
  }

  function convert(name: "atob" | "btoa", text: unknown, complaint: string): string {
    const result = guest.call(name, [String(text)]);
    if (result === null) throw new DomException(complaint, "InvalidCharacterError");
    return result;
  }

  function copyOf(value: unknown, copies: Map<object, unknown>): unknown {
    if (typeof value === "function" || typeof value === "symbol")
      throw new DomException(`${String(value)} could not be cloned`, "DataCloneError");
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const keep = <Copy>(copy: Copy): Copy => {
      copies.set(value, copy);
      return copy;
    };
    if (value instanceof Date) return keep(new Date(value));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const { constructor, buffer, byteOffset } = value as unknown as Uint8Array & {
        constructor: Uint8ArrayConstructor;
      };
      const size = value instanceof DataView ? value.byteLength : (value as Uint8Array).length;
      return keep(new constructor(copyOf(buffer, copies) as ArrayBuffer, byteOffset, size));
    }
    if (value instanceof Map) {
      const copy = keep(new Map());
      for (const [key, item] of value) copy.set(copyOf(key, copies), copyOf(item, copies));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const item of value) copy.add(copyOf(item, copies));
      return copy;
    }
    const copy: Record<string, unknown> = keep(
      value instanceof Error
        ? Object.assign(new Error(value.message), { name: value.name, stack: value.stack })
        : Array.isArray(value)
          ? Array.from({ length: value.length })
          : {},
    );
    for (const [key, item] of Object.entries(value)) copy[key] = copyOf(item, copies);
    return copy;
  }

  Object.assign(globalThis, {
    DOMException: DomException,
    TextEncoder,
    TextDecoder,
    atob: (text: unknown) => convert("atob", text, "The text is not base64"),
    btoa: (text: unknown) => convert("btoa", text, "The text has characters beyond Latin-1"),
    structuredClone: (value: unknown) => copyOf(value, new Map()),
  });
}
