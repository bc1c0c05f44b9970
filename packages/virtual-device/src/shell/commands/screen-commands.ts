import type { Command } from "just-bash";
import type { SystemCalls } from "../system-calls.ts";
import { CommandError, command } from "./command.ts";

/** `screencap` and `wm`. */
export function createScreenCommands(system: SystemCalls): Command[] {
  return [
    command("screencap", async (args, { fs, cwd }) => {
      const operands = args.filter((arg) => !arg.startsWith("-"));
      const unknown = args.find((arg) => arg.startsWith("-") && arg !== "-p");
      if (unknown !== undefined || operands.length > 1) {
        throw new CommandError("usage: screencap [-p] [FILENAME]\n   -p: save the file as a png", 255);
      }
      const [file] = operands;
      if (!args.includes("-p") && !file?.endsWith(".png")) {
        throw new CommandError("screencap: this device captures PNG only; use -p or a file name ending in .png");
      }
      const png = await system.capturePng();
      if (file === undefined) return png;
      await fs.writeFile(fs.resolvePath(cwd, file), png);
    }),
    command("wm", async ([name, value]) => {
      const { widthPx, heightPx, densityDpi } = await system.display();
      if (name !== "size" && name !== "density") throw new CommandError("usage: wm size | wm density", 255);
      if (value !== undefined) throw new CommandError(`Error: the ${name} of this device's screen is fixed`);
      return name === "size" ? `Physical size: ${widthPx}x${heightPx}\n` : `Physical density: ${densityDpi}\n`;
    }),
  ];
}
