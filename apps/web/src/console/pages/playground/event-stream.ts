/** One block of an event stream: `event: name` and its joined `data:` lines. */
export interface StreamEvent {
  /** Name of the event, or "message" if the block has none. */
  name: string;
  data: string;
}

function parseBlock(block: string): StreamEvent | undefined {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^(event|data):? ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = value.trim();
    if (field === "data") data.push(value);
  }
  return name === "message" && data.length === 0 ? undefined : { name, data: data.join("\n") };
}

/**
 * Parses `text/event-stream` (WHATWG HTML, section 9.2.6) as it arrives: blocks separated by blank lines, with LF or
 * CRLF. An incomplete block waits for the next chunk. A block truncated by the stream's end still counts.
 */
export async function* readEventStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  let rest = "";
  for await (const piece of chunks(stream.pipeThrough(new TextDecoderStream()))) {
    // A final CR may be half of a CRLF.
    const text = rest + piece;
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const blocks = whole.replaceAll(/\r\n?/g, "\n").split("\n\n");
    rest = (blocks.pop() ?? "") + text.slice(whole.length);
    for (const block of blocks) yield* toEvents(block);
  }
  yield* toEvents(rest);
}

function* toEvents(block: string): Generator<StreamEvent> {
  const event = parseBlock(block);
  if (event !== undefined) yield event;
}

/** Yields the chunks of a stream. Safari's streams are not iterable. */
async function* chunks(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
