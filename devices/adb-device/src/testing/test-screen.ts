import type { KeyEvent, ScrollEvent, TouchEvent } from "../ports/input.ts";
import type { Screen } from "../ports/screen.ts";
import { TestDisplay } from "./test-display.ts";

/** A screen that records calls. */
export interface TestScreen extends Screen {
  readonly display: TestDisplay;
  readonly touches: TouchEvent[];
  readonly keys: KeyEvent[];
  readonly scrolls: ScrollEvent[];
  readonly texts: string[];
  /** Recorded calls to panels, power and programs, such as "start org.example.map". */
  readonly done: string[];
  awake: boolean;
}

export function createTestScreen(): TestScreen {
  const touches: TouchEvent[] = [];
  const keys: KeyEvent[] = [];
  const scrolls: ScrollEvent[] = [];
  const texts: string[] = [];
  const done: string[] = [];
  const listeners = new Set<(text: string) => void>();
  const programs = [
    { packageName: "org.example.map", label: "Map" },
    { packageName: "org.example.mail", label: "Mail" },
  ];
  let clipboard = "";
  const screen: TestScreen = {
    display: new TestDisplay(),
    touches,
    keys,
    scrolls,
    texts,
    done,
    awake: true,
    input: {
      touch: (event) => touches.push(event),
      key: (event) => keys.push(event),
      scroll: (event) => scrolls.push(event),
      text: (text) => texts.push(text),
    },
    clipboard: {
      get: () => clipboard,
      set: (text) => {
        clipboard = text;
        for (const listener of listeners) listener(text);
      },
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    panels: {
      expandNotifications: () => done.push("notifications"),
      expandSettings: () => done.push("settings"),
      collapse: () => done.push("collapse"),
    },
    power: {
      get awake() {
        return screen.awake;
      },
      wake: () => {
        screen.awake = true;
        done.push("wake");
      },
      setDisplay: (on) => done.push(`display ${on ? "on" : "off"}`),
    },
    activities: {
      list: () => programs,
      start: (name) => {
        done.push(`start ${name}`);
        return programs.some(({ packageName }) => packageName === name);
      },
      forceStop: (name) => done.push(`stop ${name}`),
    },
  };
  return screen;
}
