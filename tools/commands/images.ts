import { parseArgs } from "node:util";
import { BUILT_IMAGES, KIND_MARK } from "../../packages/device-providers/src/device-image.ts";
import { buildStale } from "../build.ts";
import { layOutLinuxImage, layOutPhoneImage, layOutServerImage, LINUX_IMAGES, PHONE_IMAGE } from "../images.ts";
import { mustRun, say } from "../shell.ts";

interface Image {
  /** Targets that must be built first. */
  parts: Parameters<typeof buildStale>[0];
  /** Prepares the folder from which the image is built. */
  layOut: (folder: string) => void;
  /** Build arguments of its Dockerfile. */
  args?: Record<string, string>;
}

const DEVICES: Record<string, Image> = {
  phone: { parts: ["phone"], layOut: layOutPhoneImage, args: PHONE_IMAGE },
  linux: { parts: [], layOut: layOutLinuxImage, args: LINUX_IMAGES.linux },
  browser: { parts: [], layOut: layOutLinuxImage, args: LINUX_IMAGES.browser },
  desktop: { parts: [], layOut: layOutLinuxImage, args: LINUX_IMAGES.desktop },
};
const IMAGES: Record<string, Image> = {
  ...DEVICES,
  server: { parts: ["sdk", "cli", "web"], layOut: layOutServerImage },
};

/**
 * Builds the device images for the providers docker and kubernetes, or the named ones, including `-- server`: `npm run
 * images -- phone linux --engine podman --tag registry/{kind}:1`. The images of phone and server are for this machine's
 * system and processor. The others contain Debian packages.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      engine: { type: "string", default: "docker" },
      tag: { type: "string", default: BUILT_IMAGES },
      base: { type: "string", default: "node:24-slim" },
      network: { type: "string" },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(DEVICES);
  const unknown = names.find((name) => !Object.hasOwn(IMAGES, name));
  if (unknown !== undefined)
    throw new Error(`no image is called ${unknown}; there are ${Object.keys(IMAGES).join(", ")}`);
  if (names.length > 1 && !values.tag.includes(KIND_MARK))
    throw new Error(
      `${names.length} images cannot all be called ${values.tag}: write ${KIND_MARK} where the kind stands`,
    );
  if (process.platform !== "linux") throw new Error("images are built on Linux, whose packages go into them");
  for (const name of names) await build(name, values);
}

async function build(
  name: string,
  { engine, tag, base, network }: { engine: string; tag: string; base: string; network?: string | undefined },
): Promise<void> {
  const { parts, layOut, args = {} } = IMAGES[name] ?? raise(name);
  const context = `.cache/images/${name}`;
  await buildStale(parts);
  layOut(context);
  const told = Object.entries({ BASE: base, ...args }).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
  const more = network === undefined ? [] : ["--network", network];
  const image = tag.replaceAll(KIND_MARK, name);
  say(`building ${image}`);
  await mustRun(engine, ["build", ...told, ...more, "--tag", image, context]);
}

function raise(name: string): never {
  throw new Error(`there is no image ${name}`);
}
