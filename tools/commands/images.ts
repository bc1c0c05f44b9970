import { parseArgs } from "node:util";
import { buildStale } from "../build.ts";
import { layOutPhoneImage, layOutServerImage } from "../images.ts";
import { mustRun } from "../shell.ts";

/** By name: what has to be built before, and what lays out the folder that it is made from. */
const IMAGES = {
  phone: { parts: ["phone"], layOut: layOutPhoneImage },
  server: { parts: ["sdk", "web"], layOut: layOutServerImage },
} as const;

/**
 * Builds an image: of a phone, for the providers docker and kubernetes, or `-- server` of the server.
 * `npm run images -- --engine podman --tag registry/phone:1`. What is in it is for this machine's system and processor.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      engine: { type: "string", default: "docker" },
      tag: { type: "string" },
      base: { type: "string", default: "node:24-slim" },
    },
  });
  const [name = "phone", more] = positionals;
  if (!(name === "phone" || name === "server") || more !== undefined)
    throw new Error(`which image? One of ${Object.keys(IMAGES).join(", ")}`);
  if (process.platform !== "linux") throw new Error("images are built on Linux, whose packages go into them");
  const { parts, layOut } = IMAGES[name];
  const context = `.cache/images/${name}`;
  const { engine, base, tag = `terrarium/${name}` } = values;
  await buildStale([...parts]);
  layOut(context);
  await mustRun(engine, ["build", "--build-arg", `BASE=${base}`, "--tag", tag, context]);
}
