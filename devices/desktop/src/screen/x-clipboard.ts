import { setTimeout as sleep } from "node:timers/promises";
import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import { CLIPBOARD_BYTES_MAX } from "@terrarium/scrcpy/control";
import type { XEvent } from "x11";
import { IncomingText } from "./incoming-text.ts";
import { ask, type XConnection } from "./x-connection.ts";
import { atom } from "./x-properties.ts";

const NONE = 0;
const ANY_TYPE = 0;
const REPLACE = 0;
const APPEND = 2;
const ATOM_TYPE = 4;
const INPUT_ONLY = 2;
const PROPERTY_CHANGE = 0x40_0000;
const NEW_VALUE = 0;
/** Close to the largest request that the server accepts. */
const REQUEST_BYTES = 256_000;
/** Properties for concurrent texts, one each: a copying program does not wait for another. */
const properties = Array.from({ length: 8 }, (_, i) => `TERRARIUM_${i}`);

interface Atoms {
  CLIPBOARD: number;
  UTF8_STRING: number;
  TARGETS: number;
  INCR: number;
}

/** The clipboard of an X server, for copying and pasting programs (ICCCM 2.0, section 2). */
export class XClipboard implements Clipboard {
  readonly #x: XConnection;
  readonly #atoms: Atoms;
  readonly #properties: readonly number[];
  readonly #window: number;
  readonly #listeners = new Set<(text: string) => void>();
  /** Empty while the new content is pending or not text: the old content is gone. */
  #text = "";
  /** Text for pasting programs while this client owns the clipboard. */
  #given = "";
  /** Pending texts by their property, the latest last. */
  readonly #asked = new Map<number, IncomingText>();
  /** Pending text of the clipboard's current owner. */
  #current: IncomingText | undefined;
  readonly #answerWithinMs: number;

  private constructor(x: XConnection, atoms: Atoms, places: readonly number[], answerWithinMs: number) {
    this.#x = x;
    this.#atoms = atoms;
    this.#properties = places;
    this.#answerWithinMs = answerWithinMs;
    this.#window = x.client.AllocID();
    x.client.CreateWindow(this.#window, x.root, 0, 0, 1, 1, 0, 0, INPUT_ONLY, 0, { eventMask: PROPERTY_CHANGE });
    x.fixes.SelectSelectionInput(this.#window, atoms.CLIPBOARD, x.fixes.SelectionEventMask.SetSelectionOwner);
    x.onEvent((event) => this.#handle(event));
  }

  /** Readers of the clipboard wait at most `answerWithinMs` for a program that copied but does not send its text. */
  static async of(x: XConnection, answerWithinMs = 2_000): Promise<XClipboard> {
    const [places, CLIPBOARD, UTF8_STRING, TARGETS, INCR] = await Promise.all([
      Promise.all(properties.map((name) => atom(x, name))),
      atom(x, "CLIPBOARD"),
      atom(x, "UTF8_STRING"),
      atom(x, "TARGETS"),
      atom(x, "INCR"),
    ]);
    return new XClipboard(x, { CLIPBOARD, UTF8_STRING, TARGETS, INCR }, places, answerWithinMs);
  }

  get(): string {
    return this.#text;
  }

  set(text: string): void {
    this.#given = text;
    this.#await(undefined);
    this.#x.client.SetSelectionOwner(this.#window, this.#atoms.CLIPBOARD, NONE);
    this.#take(text);
  }

  onChange(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when all texts copied until now are known, except those of programs that do not send them. */
  async caughtUp(): Promise<void> {
    // The server sends ownership events before its response to a later request.
    await ask((answer) => this.#x.client.QueryPointer(this.#x.root, answer));
    const over = new AbortController();
    const late = sleep(this.#answerWithinMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    let waitedFor: IncomingText | undefined;
    do {
      waitedFor = this.#current;
      await Promise.race([waitedFor?.over, late]);
    } while (waitedFor !== this.#current);
    over.abort();
  }

  #take(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const listener of this.#listeners) listener(text);
  }

  #handle(event: XEvent): void {
    if (event.name === "PropertyNotify") this.#noteProperty(event);
    if (event.selection !== this.#atoms.CLIPBOARD) return;
    if (event.name === "SelectionRequest") this.#give(event);
    else if (event.name !== "SelectionNotify") return;
    else if (event.requestor === undefined) this.#fetch(event.owner ?? NONE);
    else if (event.property) this.#read(event.property);
    else this.#current?.refuse();
  }

  /** Waits for no other text from now on. */
  #await(incoming: IncomingText | undefined): void {
    this.#current?.end();
    this.#current = incoming;
  }

  /** XFIXES reported a new clipboard owner: requests the text. */
  #fetch(owner: number): void {
    this.#await(undefined);
    if (owner === this.#window) return this.#take(this.#given);
    this.#text = "";
    if (owner === NONE) return;
    const { CLIPBOARD, UTF8_STRING } = this.#atoms;
    const [oldest = NONE] = this.#asked.keys();
    const property = this.#properties[this.#asked.size] ?? oldest;
    const incoming = new IncomingText(CLIPBOARD_BYTES_MAX);
    this.#asked.delete(property);
    this.#asked.set(property, incoming);
    this.#await(incoming);
    this.#x.client.ConvertSelection(this.#window, CLIPBOARD, UTF8_STRING, property, NONE);
  }

  #noteProperty({ wid, atom: property = NONE, state }: XEvent): void {
    if (wid === this.#window && state === NEW_VALUE && this.#asked.get(property)?.inParts) this.#read(property);
  }

  /** A program that sends parts writes each one after the previous property was deleted. */
  #read(property: number): void {
    const incoming = this.#asked.get(property);
    const { client } = this.#x;
    client.GetProperty(0, this.#window, property, ANY_TYPE, 0, (CLIPBOARD_BYTES_MAX >> 2) + 1, (error, value) => {
      if (!error && incoming) this.#put(incoming, value);
    });
    client.DeleteProperty(this.#window, property);
  }

  #put(incoming: IncomingText, { type, data }: { type: number; data: Buffer }): void {
    if (type === this.#atoms.INCR) incoming.inParts = true;
    if (type !== this.#atoms.UTF8_STRING) return;
    const text = incoming.take(data);
    if (text === undefined) return;
    if (incoming === this.#current) this.#take(text);
    incoming.end();
  }

  /** Another program pastes: writes the text to a property of its window. */
  #give({ requestor = NONE, target = NONE, property = NONE, selection, time }: XEvent): void {
    const { TARGETS, UTF8_STRING } = this.#atoms;
    const { client } = this.#x;
    const place = property || target;
    const isKnown = target === TARGETS || target === UTF8_STRING;
    if (target === TARGETS) {
      const list = Buffer.alloc(8);
      list.writeUInt32LE(TARGETS, 0);
      list.writeUInt32LE(UTF8_STRING, 4);
      client.ChangeProperty(REPLACE, requestor, place, ATOM_TYPE, 32, list);
    } else if (target === UTF8_STRING) {
      const text = Buffer.from(this.#given);
      client.ChangeProperty(REPLACE, requestor, place, UTF8_STRING, 8, text.subarray(0, REQUEST_BYTES));
      for (let at = REQUEST_BYTES; at < text.length; at += REQUEST_BYTES)
        client.ChangeProperty(APPEND, requestor, place, UTF8_STRING, 8, text.subarray(at, at + REQUEST_BYTES));
    }
    const given = isKnown ? place : NONE;
    const notice = { name: "SelectionNotify", time, requestor, selection, target, property: given };
    client.SendEvent(requestor, false, 0, notice);
  }
}
