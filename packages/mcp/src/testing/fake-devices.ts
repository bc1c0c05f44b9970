import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { Devices } from "../devices.ts";

/** For tests: a node of a screen. Fields that are not given are empty or false. */
export const node = (
  [left, top, right, bottom]: readonly [number, number, number, number],
  given: Partial<UiNode> = {},
): UiNode => ({
  text: "",
  id: "",
  className: "android.view.View",
  packageName: "com.app",
  description: "",
  bounds: { left, top, right, bottom },
  checkable: false,
  checked: false,
  clickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  longClickable: false,
  password: false,
  scrollable: false,
  selected: false,
  children: [],
  ...given,
});

/** Returns a screen of 100x1000 pixels with these children. */
export const screenOf = (...children: UiNode[]): UiNode[] => [node([0, 0, 100, 1000], { children })];

/** Returns a button across the screen with this label. */
export const button = (label: string, top: number, given: Partial<UiNode> = {}): UiNode =>
  node([0, top, 100, top + 50], { clickable: true, description: label, ...given });

const unexpected = async (): Promise<never> => {
  throw new Error("the test has no such thing");
};

/**
 * For tests: devices that record each operation and then show the next screen. The last screen repeats. Operations that
 * are not given reject.
 */
export function fakeDevices(screens: readonly UiNode[][], given: Partial<Devices> = {}) {
  const done: string[] = [];
  let shown = 0;
  const does = (what: string) => async () => {
    done.push(what);
    shown = Math.min(shown + 1, screens.length - 1);
  };
  const devices: Devices = {
    start: unexpected,
    list: unexpected,
    stop: unexpected,
    keep: unexpected,
    snapshots: async () => [],
    screen: async () => screens[shown] ?? [],
    picture: unexpected,
    page: unexpected,
    tap: (_id, { x, y }, holdMs) => does(`tap ${x} ${y}${holdMs === undefined ? "" : ` ${holdMs} ms`}`)(),
    swipe: (_id, from, to) => does(`swipe ${from.x} ${from.y} ${to.x} ${to.y}`)(),
    click: (_id, { x, y }, pressed, times) => does(`click ${x} ${y} ${pressed} ${times}`)(),
    scroll: (_id, from, to) => does(`scroll ${from.x} ${from.y} ${to.x} ${to.y}`)(),
    combine: (_id, codes) => does(`press ${codes.join("+")}`)(),
    type: (_id, text) => does(`type ${text}`)(),
    press: (_id, codes) => does(`press ${codes.join(" ")}`)(),
    apps: unexpected,
    openApp: (_id, name) => does(`open ${name}`)(),
    openLink: (_id, url) => does(`open ${url}`)(),
    shell: unexpected,
    listFiles: unexpected,
    readFile: unexpected,
    writeFile: unexpected,
    ...given,
  };
  return { devices, done };
}
