import type { ShellCommand } from "../../process.ts";
import type { SystemCalls } from "../../system-calls.ts";
import { CommandError, command } from "../command.ts";

/** `screencap` and `wm`. */
export function createScreenCommands(system: SystemCalls): ShellCommand[] {
  return [
    command("screencap", async (args, { files }) => {
      const operands = args.filter((arg) => !arg.startsWith("-"));
      const unknown = args.find((arg) => arg.startsWith("-") && arg !== "-p");
      if (unknown !== undefined || operands.length > 1) {
        throw new CommandError("usage: screencap [-p] [FILENAME]\n   -p: save the file as a png", 255);
      }
      const [file] = operands;
      const asPng = args.includes("-p") || file?.endsWith(".png");
      const image = asPng ? await system.capturePng() : await captureRaw(system);
      if (file === undefined) return image;
      await files.write(file, image);
      return "";
    }),
    command("wm", async ([name, value]) => {
      const { widthPx, heightPx, densityDpi } = await system.display();
      if (name !== "size" && name !== "density") throw new CommandError("usage: wm size | wm density", 255);
      if (value !== undefined) throw new CommandError(`Error: the ${name} of this device's screen is fixed`);
      return name === "size" ? `Physical size: ${widthPx}x${heightPx}\n` : `Physical density: ${densityDpi}\n`;
    }),
  ];
}

const rgba8888 = 1;
const sRgb = 1;

/** Pixels behind four u32: width, height, pixel format, colour space (AOSP screencap.cpp). */
async function captureRaw(system: SystemCalls): Promise<Uint8Array> {
  const { widthPx, heightPx } = await system.display();
  const header = Buffer.alloc(16);
  [widthPx, heightPx, rgba8888, sRgb].forEach((value, i) => header.writeUInt32LE(value, 4 * i));
  return Buffer.concat([header, await system.capturePixels()]);
}
