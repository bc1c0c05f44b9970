import { CLIPBOARD_BYTES_MAX } from "@terrarium/scrcpy/control";
import { expect, test } from "vitest";
import type { XEvent } from "x11";
import { XClipboard } from "./x-clipboard.ts";
import type { XConnection } from "./x-connection.ts";

const atoms = ["", "CLIPBOARD", "UTF8_STRING", "TARGETS", "INCR"];
const atomOf = (name: string): number => (atoms.includes(name) ? atoms.indexOf(name) : atoms.push(name) - 1);
const [selection, utf8, incr] = ["CLIPBOARD", "UTF8_STRING", "INCR"].map(atomOf) as [number, number, number];
const [program, other] = [700, 800];
const NEW_VALUE = 0;

interface Asked {
  requestor: number;
  property: number;
}

/** Starts a clipboard on a fake X server with window properties, selection requests and events. */
async function startClipboard(answerWithinMs?: number) {
  const properties = new Map<string, { type: number; data: Buffer }>();
  const asked: Asked[] = [];
  const sent: { property?: number }[] = [];
  const listeners: ((event: XEvent) => void)[] = [];
  let ids = 1;
  const tell = (event: XEvent) => listeners.forEach((listener) => listener(event));
  const client = {
    AllocID: () => ids++,
    InternAtom: (_only: boolean, name: string, answer: (error: null, value: number) => void) =>
      answer(null, atomOf(name)),
    CreateWindow: () => undefined,
    SetSelectionOwner: (owner: number) => tell({ name: "SelectionNotify", selection, owner }),
    ConvertSelection: (requestor: number, _selection: number, _target: number, property: number) =>
      void asked.push({ requestor, property }),
    QueryPointer: (_root: number, answer: (error: null, value: object) => void) => answer(null, {}),
    ChangeProperty(mode: number, window: number, property: number, type: number, _unit: number, data: Buffer) {
      const key = `${window} ${property}`;
      const before = mode === 0 ? [] : [properties.get(key)?.data ?? Buffer.alloc(0)];
      properties.set(key, { type, data: Buffer.concat([...before, data]) });
    },
    GetProperty(...args: unknown[]) {
      const [remove, window, property, , offset, length, answer] = args as [
        number,
        number,
        number,
        number,
        number,
        number,
        (error: null, value: { type: number; data: Buffer; bytesAfter: number }) => void,
      ];
      const key = `${window} ${property}`;
      const { type, data } = properties.get(key) ?? { type: 0, data: Buffer.alloc(0) };
      const part = data.subarray(4 * offset, 4 * (offset + length));
      const bytesAfter = data.length - 4 * offset - part.length;
      if (remove === 1 && bytesAfter <= 0) properties.delete(key);
      answer(null, { type, data: part, bytesAfter });
    },
    DeleteProperty: (window: number, property: number) => void properties.delete(`${window} ${property}`),
    SendEvent: (_window: number, _propagate: boolean, _mask: number, event: { property?: number }) =>
      void sent.push(event),
  };
  const fixes = { SelectionEventMask: { SetSelectionOwner: 1 }, SelectSelectionInput: () => undefined };
  const onEvent = (listener: (event: XEvent) => void) => void listeners.push(listener);
  const x = { root: 9, client, fixes, onEvent } as unknown as XConnection;
  const clipboard = await XClipboard.of(x, answerWithinMs);
  const told: string[] = [];
  clipboard.onChange((text) => told.push(text));
  return { clipboard, properties, asked, sent, tell, told };
}

type World = Awaited<ReturnType<typeof startClipboard>>;

/** Simulates a copy; returns the clipboard's request for the text. */
function copied({ tell, asked }: World, owner = program): Asked {
  tell({ name: "SelectionNotify", selection, owner });
  const last = asked.at(-1);
  if (!last) throw new Error("nobody was asked for the text");
  return last;
}

function put({ properties }: World, { requestor, property }: Asked, type: number, data: Buffer): void {
  properties.set(`${requestor} ${property}`, { type, data });
}

/** Sends the program's text in one piece. */
function give(world: World, asked: Asked, text: string, type = utf8): void {
  put(world, asked, type, Buffer.from(text));
  world.tell({ name: "SelectionNotify", selection, ...asked });
}

/** Sends the program's text in parts, each after the previous one was read. */
function giveInParts(world: World, asked: Asked, parts: readonly Buffer[]): void {
  give(world, asked, "size", incr);
  for (const part of [...parts, Buffer.alloc(0)]) {
    expect(world.properties.has(`${asked.requestor} ${asked.property}`)).toBe(false);
    put(world, asked, utf8, part);
    world.tell({ name: "PropertyNotify", wid: asked.requestor, atom: asked.property, state: NEW_VALUE });
  }
}

test("reports a text sent in parts once, whole", async () => {
  const world = await startClipboard();
  const bytes = Buffer.from("ä".repeat(100_000));
  giveInParts(world, copied(world), [
    bytes.subarray(0, 65_535),
    bytes.subarray(65_535, 65_536),
    bytes.subarray(65_536),
  ]);
  expect(world.clipboard.get()).toBe("ä".repeat(100_000));
  expect(world.told).toEqual(["ä".repeat(100_000)]);
});

test.each([
  ["at once", give],
  ["in parts", (world: World, asked: Asked, text: string) => giveInParts(world, asked, [Buffer.from(text)])],
])("truncates a text sent %s to scrcpy's limit, between characters", async (_how, giveIt) => {
  const world = await startClipboard();
  giveIt(world, copied(world), "€".repeat(CLIPBOARD_BYTES_MAX / 2));
  expect(world.clipboard.get()).toBe("€".repeat(Math.floor(CLIPBOARD_BYTES_MAX / 3)));
});

test("forgets the old text while a new one is pending or refused", async () => {
  const world = await startClipboard();
  give(world, copied(world), "old");
  expect(world.clipboard.get()).toBe("old");
  const asked = copied(world, other);
  expect(world.clipboard.get()).toBe("");
  world.tell({ name: "SelectionNotify", selection, requestor: asked.requestor, property: 0 });
  await world.clipboard.caughtUp();
  expect(world.clipboard.get()).toBe("");
  give(world, copied(world), "another");
  world.tell({ name: "SelectionNotify", selection, owner: 0 });
  expect(world.clipboard.get()).toBe("");
});

test("ignores a late text after another copy", async () => {
  const world = await startClipboard();
  const late = copied(world);
  give(world, copied(world, other), "new");
  give(world, late, "old");
  expect(world.clipboard.get()).toBe("new");
  const { requestor } = copied(world);
  const newer = copied(world, other);
  world.tell({ name: "SelectionNotify", selection, requestor, property: 0 });
  give(world, newer, "newer");
  expect(world.clipboard.get()).toBe("newer");
  const later = copied(world);
  world.clipboard.set("a client's");
  giveInParts(world, later, [Buffer.from("old")]);
  expect(world.clipboard.get()).toBe("a client's");
  expect(world.told).toEqual(["new", "newer", "a client's"]);
});

test("waits for the last copied text, but not forever", async () => {
  const world = await startClipboard();
  copied(world);
  let isThere = false;
  const caughtUp = world.clipboard.caughtUp().then(() => (isThere = true));
  const last = copied(world, other);
  await new Promise(setImmediate);
  expect(isThere).toBe(false);
  give(world, last, "last");
  await caughtUp;
  expect(world.clipboard.get()).toBe("last");
  const impatient = await startClipboard(0);
  copied(impatient);
  await impatient.clipboard.caughtUp();
  expect(impatient.clipboard.get()).toBe("");
});

test("gives the longest client text whole to a pasting program", async () => {
  const { clipboard, properties, sent, tell } = await startClipboard();
  const text = "x".repeat(CLIPBOARD_BYTES_MAX);
  clipboard.set(text);
  tell({ name: "SelectionRequest", selection, requestor: program, target: utf8, property: 5_000, time: 1 });
  expect(sent).toEqual([expect.objectContaining({ name: "SelectionNotify", property: 5_000 })]);
  expect(properties.get(`${program} 5000`)?.data.toString()).toBe(text);
});
