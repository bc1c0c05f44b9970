import { CommandError } from "@terrarium/phone-shell/command-error";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { androidCommand } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { PHYSICAL_DISPLAY_ID } from "./screen-dumps.ts";

const USAGE = `usage: screencap [-hp] [-d display-id] [FILENAME]
   -h: this message
   -p: outputs in png format.
   -d: specify the display ID to capture; this device has display 0.
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.`;

/** `screencap`: writes the screen as PNG, or its pixels after a header. */
export const screencapCommand = androidCommand("screencap", async ({ args: list, system, files }) => {
  const args = new Arguments(list);
  let asPng = false;
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "-d" || option === "--display-id") requireDisplay(args.next());
    else if (option === "-p") asPng = true;
    else if (option === "-h") return `${USAGE}\n`;
    else throw new CommandError(USAGE, 1);
  }
  const [file, more] = args.rest();
  if (more !== undefined) throw new CommandError(USAGE, 1);
  const image = asPng || file?.endsWith(".png") === true ? await system.capturePng() : await captureRaw(system);
  if (file === undefined) return image;
  await files.write(file, image);
  return undefined;
});

function requireDisplay(id: string | undefined): void {
  if (id !== PHYSICAL_DISPLAY_ID) throw new CommandError(`Invalid display ID: ${id ?? ""}`, 1);
}

const RGBA8888 = 1;
const S_RGB = 1;

/**
 * Returns the pixels after four u32: width, height, pixel format, colour space (AOSP screencap.cpp, since Android 9).
 */
async function captureRaw(system: SystemCalls): Promise<Uint8Array> {
  const { widthPx, heightPx } = await system.display();
  const header = Buffer.alloc(16);
  [widthPx, heightPx, RGBA8888, S_RGB].forEach((value, i) => header.writeUInt32LE(value, 4 * i));
  return Buffer.concat([header, await system.capturePixels()]);
}
