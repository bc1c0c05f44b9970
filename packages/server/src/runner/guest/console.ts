import type { Guest } from "./guest.ts";

/** `console`, printing values as Node does. Runs inside the interpreter. */
export function installConsole(guest: Guest): void {
  const MAX_DEPTH = 2;
  const MAX_ITEMS = 100;
  const LINE_CHARS = 72;
  const MAX_FRAMES = 10;

  function quote(text: string): string {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
    const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
    return mark + (mark === "'" ? body.replaceAll("'", "\\'") : body) + mark;
  }

  function keyText(key: string | symbol): string {
    if (typeof key === "symbol") return String(key);
    return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
  }

  function functionText(value: { name?: unknown }): string {
    const source: string = Function.prototype.toString.call(value);
    const kind = source.startsWith("class") ? "class" : source.startsWith("async") ? "AsyncFunction" : "Function";
    const name = typeof value.name === "string" && value.name !== "" ? value.name : "(anonymous)";
    return kind === "class" ? `[class ${name}]` : name === "(anonymous)" ? `[${kind} ${name}]` : `[${kind}: ${name}]`;
  }

  /** Returns name, message and the script's stack lines, without those of the libraries below it. */
  function errorText(error: { name?: unknown; message?: unknown; stack?: unknown }): string {
    const stack = (typeof error.stack === "string" ? error.stack : "").split("\n");
    const isOfScript = (line: string) => line.includes("(script.js:") || line.includes(" script.js:");
    const frames = stack.filter(isOfScript).slice(0, MAX_FRAMES);
    let message = typeof error.message === "string" ? error.message : "";
    // The interpreter does not name the callee. The host names the script's callees (name-callees.ts).
    if (message === "not a function" && stack[0] !== undefined && !isOfScript(stack[0])) {
      const [, native] = /^ *at (\S+) \(native\)/.exec(stack[0]) ?? [];
      message = native === undefined ? "not a function, in a library" : `the argument of ${native} is not a function`;
    }
    return [message === "" ? String(error.name) : `${String(error.name)}: ${message}`, ...frames].join("\n");
  }

  function className(value: object): string {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null) return "[Object: null prototype]";
    const maker: unknown = (prototype as { constructor?: unknown }).constructor;
    return typeof maker === "function" ? maker.name : "Object";
  }

  /** Puts entries on one line, or each on its own if that line would be too long. */
  function layOut(prefix: string, [open, close]: [string, string], entries: string[], indent: string): string {
    const start = prefix === "" ? open : `${prefix} ${open}`;
    if (entries.length === 0) return start + close;
    const line = `${start} ${entries.join(", ")} ${close}`;
    if (line.length + indent.length <= LINE_CHARS && !line.includes("\n")) return line;
    return `${start}\n${entries.map((entry) => `${indent}  ${entry}`).join(",\n")}\n${indent}${close}`;
  }

  function properties(
    value: object,
    show: (item: unknown) => string,
    skip: (key: string | symbol) => boolean,
  ): string[] {
    const texts: string[] = [];
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (!property?.enumerable || skip(key)) continue;
      const accessor = property.get
        ? property.set
          ? "[Getter/Setter]"
          : "[Getter]"
        : property.set
          ? "[Setter]"
          : undefined;
      texts.push(`${keyText(key)}: ${accessor ?? show(property.value)}`);
    }
    return texts;
  }

  function listed<Item>(items: Iterable<Item>, size: number, show: (item: Item) => string): string[] {
    const texts: string[] = [];
    for (const item of items) {
      if (texts.length === MAX_ITEMS) {
        const more = size - MAX_ITEMS;
        texts.push(`... ${more} more item${more === 1 ? "" : "s"}`);
        break;
      }
      texts.push(show(item));
    }
    return texts;
  }

  function inspectObject(value: object, depth: number, above: object[], indent: string): string {
    if (above.includes(value)) return "[Circular]";
    const name = className(value);
    const isError = value instanceof Error;
    if (depth > MAX_DEPTH && !isError) return Array.isArray(value) ? "[Array]" : `[${name}]`;
    const show = (item: unknown) => inspect(item, depth + 1, [...above, value], `${indent}  `);
    const indexed = Array.isArray(value) || ArrayBuffer.isView(value);
    const others = properties(value, show, (key) => indexed && typeof key === "string" && /^\d+$/.test(key));
    if (isError) {
      const text = errorText(value) + (value.cause === undefined ? "" : `\n${indent}  [cause]: ${show(value.cause)}`);
      const own = others.filter(
        (other) => !/^(name|message|stack|cause|fileName|lineNumber|columnNumber): /.test(other),
      );
      return own.length === 0 ? text : layOut(text, ["{", "}"], own, indent);
    }
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (Array.isArray(value)) {
      return layOut(
        name === "Array" ? "" : `${name}(${value.length})`,
        ["[", "]"],
        [...listed(value, value.length, show), ...others],
        indent,
      );
    }
    if (value instanceof Map) {
      const entries = listed(value, value.size, ([key, item]: [unknown, unknown]) => `${show(key)} => ${show(item)}`);
      return layOut(`${name}(${value.size})`, ["{", "}"], [...entries, ...others], indent);
    }
    if (value instanceof Set)
      return layOut(`${name}(${value.size})`, ["{", "}"], [...listed(value, value.size, show), ...others], indent);
    if (ArrayBuffer.isView(value) && Symbol.iterator in value) {
      const items = value as unknown as Iterable<unknown> & { length: number };
      return layOut(`${name}(${items.length})`, ["[", "]"], [...listed(items, items.length, show), ...others], indent);
    }
    if (value instanceof ArrayBuffer) return layOut(name, ["{", "}"], [`byteLength: ${value.byteLength}`], indent);
    return layOut(name === "Object" ? "" : name, ["{", "}"], others, indent);
  }

  function inspect(value: unknown, depth: number, above: object[], indent: string): string {
    if (typeof value === "string") return quote(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return functionText(value);
    if (typeof value === "object" && value !== null) return inspectObject(value, depth, above, indent);
    return Object.is(value, -0) ? "-0" : String(value);
  }

  const showTop = (value: unknown) => (typeof value === "string" ? value : inspect(value, 0, [], ""));

  const directives: Record<string, (value: unknown) => string> = {
    s: (value) => (typeof value === "string" ? value : inspect(value, MAX_DEPTH, [], "")),
    d: (value) => (typeof value === "object" ? "NaN" : String(Number(value))),
    i: (value) => (typeof value === "object" ? "NaN" : String(Math.trunc(Number(value)))),
    f: (value) => String(Number.parseFloat(String(value))),
    j: (value) => JSON.stringify(value) ?? "undefined",
    o: (value) => inspect(value, 0, [], ""),
    O: (value) => inspect(value, 0, [], ""),
    c: () => "",
  };

  function format(values: unknown[]): string {
    const [first, ...rest] = values;
    if (typeof first !== "string" || rest.length === 0) return values.map(showTop).join(" ");
    const text = first.replaceAll(/%([sdifjoOc%])/g, (all, letter: string) => {
      if (letter === "%") return "%";
      const directive = directives[letter];
      return rest.length === 0 || !directive ? all : directive(rest.shift());
    });
    return [text, ...rest.map(showTop)].join(" ");
  }

  const print = (...values: unknown[]) => guest.call("log", [format(values)]);
  guest.describe = (error) => (error instanceof Error ? errorText(error) : `Uncaught ${inspect(error, 0, [], "")}`);
  Object.assign(globalThis, { console: { log: print, info: print, warn: print, error: print, debug: print } });
}
