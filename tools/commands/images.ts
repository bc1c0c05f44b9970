import { parseArgs } from "node:util";
import { buildStale } from "../build.ts";
import { layOutPhoneImage } from "../images.ts";
import { mustRun } from "../shell.ts";

const CONTEXT = ".cache/images/phone";

/**
 * Builds the image of a phone for the provider docker: `npm run images -- --engine podman --tag registry/phone:1`. What is
 * in it is for this machine's system and processor.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: "string", default: "docker" },
      tag: { type: "string", default: "terrarium/phone" },
      base: { type: "string", default: "node:24-slim" },
    },
  });
  if (process.platform !== "linux") throw new Error("images are built on Linux, whose packages go into them");
  await buildStale(["phone"]);
  layOutPhoneImage(CONTEXT);
  await mustRun(values.engine, ["build", "--build-arg", `BASE=${values.base}`, "--tag", values.tag, CONTEXT]);
}
