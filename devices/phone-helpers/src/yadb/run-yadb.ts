import { ANDROID_FORM, writeHierarchy } from "@terrarium/ui-tree/write-hierarchy";
import type { ClassRun } from "../host/helper-definition.ts";
import { line, MAX_GESTURE_MS, playGesture, press } from "../screen/gesture.ts";
import { readScreen } from "../screen/screen-tree.ts";
import { clearFocused, commitText } from "../screen/type-text.ts";

const USAGE =
  "-keyboard | -keyboardClear | -touch | -swipe | -pinch | -layout | -screenshot | -readClipboard | -writeClipboard";
const LAYOUT_FILE = "/data/local/tmp/yadb_layout_dump.xml";
const SCREENSHOT_FILE = "/data/local/tmp/yadb_screenshot.png";
const TOUCH_MS = 50;
const SWIPE_MS = 300;

/** Commands by option. Each throws an Error with a reason. */
const COMMANDS: Readonly<Record<string, (run: ClassRun, args: readonly string[]) => unknown>> = {
  "-keyboard": ({ phone }, args) => commitText(phone, args.join(" ")),
  "-keyboardClear": ({ phone }) => clearFocused(phone),
  "-touch": ({ phone, signal }, args) => {
    const [x = 0, y = 0, ms = TOUCH_MS] = numbers(args, 2);
    return playGesture(phone, [press({ x, y }, ms)], signal);
  },
  "-swipe": ({ phone, signal }, args) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, ms = SWIPE_MS] = numbers(args, 4);
    return playGesture(phone, [line({ x: x1, y: y1 }, { x: x2, y: y2 }, ms)], signal);
  },
  "-pinch": ({ phone, signal }, args) => {
    const [x = 0, y = 0, from = 0, to = 0, ms = SWIPE_MS] = numbers(args, 4);
    const fingers = [1, -1].map((side) => line({ x: x + (side * from) / 2, y }, { x: x + (side * to) / 2, y }, ms));
    return playGesture(phone, fingers, signal);
  },
  "-layout": async ({ phone, print, writeFile }, [file = LAYOUT_FILE]) => {
    const { roots, rotation } = await readScreen(phone);
    writeFile(file, Buffer.from(writeHierarchy(roots, rotation, ANDROID_FORM)));
    print(`layout dumped to: ${file}\n`);
  },
  "-screenshot": async ({ phone, print, writeFile }, [file = SCREENSHOT_FILE]) => {
    writeFile(file, await phone.ui.display.capturePng());
    print(`screenshot saved to: ${file}\n`);
  },
  "-readClipboard": ({ phone, print }) => print(`${phone.ui.clipboard.get()}\n`),
  "-writeClipboard": ({ phone }, args) => phone.ui.clipboard.set(args.join(" ")),
};

/** Runs one command of YADB. */
export async function runYadb(run: ClassRun): Promise<number> {
  const [option = "", ...args] = run.launch.args;
  const command = Object.hasOwn(COMMANDS, option) ? COMMANDS[option] : undefined;
  if (!command) throw new Error(`unknown option "${option}"; there are ${USAGE}`);
  await command(run, args);
  return 0;
}

/** Reads numbers, at least as many as needed. */
function numbers(args: readonly string[], needed: number): number[] {
  const values = args.map(Number);
  if (values.length < needed || !values.every((value) => Number.isFinite(value) && value <= MAX_GESTURE_MS))
    throw new Error(`"${args.join(" ")}" is not at least ${needed} numbers up to ${MAX_GESTURE_MS}`);
  return values;
}
