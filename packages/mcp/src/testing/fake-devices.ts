import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { Devices, OpenState } from "../devices.ts";

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
  const opens = async (what: string): Promise<OpenState> => {
    await does(`open ${what}`)();
    return "loaded";
  };
  const devices: Devices = {
    start: unexpected,
    list: async () => [],
    templates: async () => [],
    stop: unexpected,
    extend: unexpected,
    keep: unexpected,
    snapshots: async () => [],
    screen: async () => screens[shown] ?? [],
    front: async () => undefined,
    picture: unexpected,
    page: unexpected,
    tap: (_id, { x, y }, holdMs) => does(`tap ${x} ${y}${holdMs === undefined ? "" : ` ${holdMs} ms`}`)(),
    swipe: (_id, from, to) => does(`swipe ${from.x} ${from.y} ${to.x} ${to.y}`)(),
    click: (_id, { x, y }, pressed, times) => does(`click ${x} ${y} ${pressed} ${times}`)(),
    scroll: (_id, { x, y }, direction, distancePx) => does(`scroll ${x} ${y} ${direction} ${distancePx}`)(),
    type: (_id, text, { clear, enter }) =>
      does([...(clear ? ["clear"] : []), `type ${text}`, ...(enter ? ["enter"] : [])].join(", "))(),
    press: (_id, codes) => does(`press ${codes.join("+")}`)(),
    apps: unexpected,
    openApp: (_id, name) => opens(name),
    openLink: (_id, url, { newTab }) => opens(newTab ? `${url} in a new tab` : url),
    tab: (_id, tabId, verb) => does(`${verb} tab ${tabId}`)(),
    setControl: async (_id, { x, y }, text) => {
      await does(`set ${x} ${y} ${text}`)();
      return text;
    },
    upload: async (_id, path, at) => {
      await does(`upload ${path}${at === undefined ? "" : ` ${at.x} ${at.y}`}`)();
      return path;
    },
    shell: unexpected,
    listFiles: unexpected,
    readFile: unexpected,
    writeFile: unexpected,
    fetchFile: unexpected,
    sendFile: unexpected,
    ...given,
  };
  return { devices, done };
}
