import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { PROFILE } from "../packages/device-providers/src/linux/profile.ts";
import { LOADED_PACKAGES } from "../packages/server/loaded-packages.ts";
import { COMPRESS, DOCS_BUILD, WEB_BUILD } from "./build.ts";
import { BROWSER_PACKAGES, DESKTOP_PACKAGES, ENCODER_PACKAGE, TOOL_PACKAGES } from "./linux-packages.ts";

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Packages that a phone's built program loads at run time; its build leaves them out (devices/phone/build.mjs). */
const LOADED = /^(@napi-rs\/|@fontsource|@expo-google-fonts\/|just-bash$|koffi$)/;
const PHONE_PACKAGES = [
  ...["phone", "phone-apps", "phone-helpers", "phone-ui", "phone-shell", "phone-system", "adb-device"].map(
    (name) => `devices/${name}`,
  ),
  "packages/fonts",
];
/** Script that installs Debian packages while an image is built. */
const INSTALLER = "devices/desktop/install-packages";
/** Files of packages that no program reads at run time. */
const UNREAD = [
  /\.(map|md|d\.ts|d\.cts|d\.mts)$/,
  /\/just-bash\/(dist\/bin|vendor)(\/|$)/,
  /\/sql\.js\/dist\/(?!sql-wasm\.)[^/]+$/,
];

/**
 * Returns the folder of a package as resolved from another one; undefined if it is not installed, for example because
 * it is for another system.
 */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", name);
    if (existsSync(path.join(found, "package.json"))) return found;
    if (folder === path.dirname(folder)) return undefined;
  }
}

const readManifest = (folder: string) =>
  Manifest.parse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));

/** Returns the folders of packages and all their dependencies. Throws if one is not installed. */
function withNeeds(names: readonly string[], from: string): string[] {
  const folders = new Set<string>();
  const add = (name: string, user: string, isOptional: boolean) => {
    const folder = findPackage(name, user);
    if (folder === undefined && !isOptional) throw new Error(`${name} is not installed, which ${user} needs`);
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = readManifest(folder);
    for (const each of Object.keys(dependencies)) add(each, folder, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) add(each, folder, true);
  };
  for (const name of names) add(name, from, false);
  return [...folders];
}

/**
 * Prepares a new folder for building the image of a phone (devices/phone/Dockerfile): its built program with the
 * packages that it loads. The packages are those installed here, and therefore only for this system.
 */
export function layOutPhoneImage(folder: string): void {
  const root = process.cwd();
  rmSync(folder, { recursive: true, force: true });
  for (const empty of ["data", "compiled"]) mkdirSync(path.join(folder, empty), { recursive: true });
  writeFileSync(path.join(folder, "data", "authorized_keys"), "");
  cpSync("devices/phone/Dockerfile", path.join(folder, "Dockerfile"));
  cpSync(INSTALLER, path.join(folder, path.basename(INSTALLER)));
  const app = path.join(folder, "app");
  const isRead = (file: string) => !UNREAD.some((pattern) => pattern.test(file));
  for (const part of ["devices/phone/dist", "devices/phone/package.json", "devices/phone/compile.mjs"])
    cpSync(part, path.join(app, part), { recursive: true, filter: isRead });
  const names = PHONE_PACKAGES.flatMap((name) => Object.keys(readManifest(name).dependencies));
  const loaded = [...new Set(names.filter((name) => LOADED.test(name)))];
  for (const from of withNeeds(loaded, path.join(root, "devices/phone")))
    cpSync(from, path.join(app, path.relative(root, from)), { recursive: true, filter: isRead });
}

/** Debian packages of a phone, as build arguments of its image. */
export const PHONE_IMAGE = { ENCODER_PACKAGE };

/** Packages of each kind of Linux sandbox, as build arguments of its image. */
export const LINUX_IMAGES = {
  linux: { LINUX_PACKAGES: ["tini", ...TOOL_PACKAGES].join(" ") },
  get browser() {
    return { ...this.linux, BROWSER_PACKAGES: [...BROWSER_PACKAGES, ENCODER_PACKAGE].join(" ") };
  },
  get desktop() {
    return { ...this.browser, DESKTOP_PACKAGES: DESKTOP_PACKAGES.join(" ") };
  },
};

/** Prepares a new folder for building the images of Linux sandboxes (devices/desktop/Dockerfile). */
export function layOutLinuxImage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ["devices/desktop/Dockerfile", INSTALLER]) cpSync(file, path.join(folder, path.basename(file)));
  writeFileSync(path.join(folder, "profile"), PROFILE);
  execFileSync(process.execPath, ["devices/desktop/build.mjs", path.resolve(folder, "program")], { stdio: "inherit" });
}

/** Files that the server offers, in addition to its own program (packages/server/src/app.ts, runner/). */
const SERVER_PARTS = ["packages/server/package.json", "packages/sdk/dist", "packages/cli/dist/terrarium-cli.tgz"];

/**
 * Prepares a new folder for building the image of the server (deploy/server.Dockerfile): its program, the rebuilt
 * console, the built clients, and the packages that it loads as installed here.
 */
export function layOutServerImage(folder: string): void {
  const root = process.cwd();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "data"), { recursive: true });
  cpSync("deploy/server.Dockerfile", path.join(folder, "Dockerfile"));
  const app = path.join(folder, "app");
  const program = path.resolve(app, "packages/server/dist");
  execFileSync(process.execPath, ["packages/server/build.mjs", program], { stdio: "inherit" });
  // The console's usual folder also contains assets of earlier builds.
  const [vite, ...args] = WEB_BUILD;
  const env = { ...process.env, NODE_ENV: "production" };
  const web = path.resolve(app, "apps/web/dist");
  execFileSync(vite, [...args, "--outDir", web], { env, stdio: "inherit" });
  const [node, ...compress] = COMPRESS;
  execFileSync(node, [...compress, web], { stdio: "inherit" });
  const [docsNode, ...docsBuild] = DOCS_BUILD;
  execFileSync(docsNode, [...docsBuild, path.resolve(app, "apps/docs/dist")], { env, stdio: "inherit" });
  const isRead = (file: string) => !UNREAD.some((pattern) => pattern.test(file));
  for (const part of SERVER_PARTS) cpSync(part, path.join(app, part), { recursive: true, filter: isRead });
  const fonts = Object.keys(readManifest("packages/fonts").dependencies);
  const loaded = [
    ...withNeeds(LOADED_PACKAGES, path.join(root, "packages/server")),
    ...withNeeds(fonts, path.join(root, "packages/fonts")),
  ];
  for (const from of loaded)
    cpSync(from, path.join(app, path.relative(root, from)), { recursive: true, filter: isRead });
}
