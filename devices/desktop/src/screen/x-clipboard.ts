import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import type { XEvent } from "x11";
import { ask, type XConnection } from "./x-connection.ts";

const none = 0;
const replace = 0;
const inputOnly = 2;
/** One request to the server holds little more. */
const maxTextBytes = 256_000;

interface Atoms {
  CLIPBOARD: number;
  UTF8_STRING: number;
  TARGETS: number;
  TERRARIUM: number;
}

/** The clipboard of an X server: what programs copied, and what they paste (ICCCM 2.0, section 2). */
export class XClipboard implements Clipboard {
  readonly #x: XConnection;
  readonly #atoms: Atoms;
  readonly #window: number;
  readonly #listeners = new Set<(text: string) => void>();
  #text = "";

  private constructor(x: XConnection, atoms: Atoms) {
    this.#x = x;
    this.#atoms = atoms;
    this.#window = x.client.AllocID();
    x.client.CreateWindow(this.#window, x.root, 0, 0, 1, 1, 0, 0, inputOnly, 0, {});
    x.fixes.SelectSelectionInput(this.#window, atoms.CLIPBOARD, x.fixes.SelectionEventMask.SetSelectionOwner);
    x.onEvent((event) => this.#handle(event));
  }

  static async of(x: XConnection): Promise<XClipboard> {
    const atom = (name: string) => ask<number>((answer) => x.client.InternAtom(false, name, answer));
    const [CLIPBOARD, UTF8_STRING, TARGETS, TERRARIUM] = await Promise.all([
      atom("CLIPBOARD"),
      atom("UTF8_STRING"),
      atom("TARGETS"),
      atom("TERRARIUM"),
    ]);
    return new XClipboard(x, { CLIPBOARD, UTF8_STRING, TARGETS, TERRARIUM });
  }

  get(): string {
    return this.#text;
  }

  set(text: string): void {
    this.#x.client.SetSelectionOwner(this.#window, this.#atoms.CLIPBOARD, none);
    this.#take(text);
  }

  onChange(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const listener of this.#listeners) listener(text);
  }

  #handle(event: XEvent): void {
    if (event.selection !== this.#atoms.CLIPBOARD) return;
    if (event.name === "SelectionRequest") this.#give(event);
    else if (event.name !== "SelectionNotify") return;
    else if (event.requestor === undefined) this.#fetch(event.owner ?? none);
    else if (event.property) this.#read();
  }

  /** XFIXES tells that another has copied: it is asked for the text. */
  #fetch(owner: number): void {
    const { CLIPBOARD, UTF8_STRING, TERRARIUM } = this.#atoms;
    if (owner === none || owner === this.#window) return;
    this.#x.client.ConvertSelection(this.#window, CLIPBOARD, UTF8_STRING, TERRARIUM, none);
  }

  #read(): void {
    const { TERRARIUM, UTF8_STRING } = this.#atoms;
    this.#x.client.GetProperty(1, this.#window, TERRARIUM, none, 0, maxTextBytes >> 2, (error, value) => {
      // What comes in parts, as megabytes do, is of another type.
      if (!error && value.type === UTF8_STRING) this.#take(value.data.toString());
    });
  }

  /** Another pastes: it gets the text as a property of its window. */
  #give({ requestor = none, target = none, property = none, selection, time }: XEvent): void {
    const { TARGETS, UTF8_STRING } = this.#atoms;
    const atomType = 4;
    const place = property || target;
    const text = Buffer.from(this.#text);
    let given = place;
    if (target === TARGETS) {
      const list = Buffer.alloc(8);
      list.writeUInt32LE(TARGETS, 0);
      list.writeUInt32LE(UTF8_STRING, 4);
      this.#x.client.ChangeProperty(replace, requestor, place, atomType, 32, list);
    } else if (target === UTF8_STRING && text.length <= maxTextBytes) {
      this.#x.client.ChangeProperty(replace, requestor, place, UTF8_STRING, 8, text);
    } else {
      given = none;
    }
    const notice = { name: "SelectionNotify", time, requestor, selection, target, property: given };
    this.#x.client.SendEvent(requestor, false, 0, notice);
  }
}
