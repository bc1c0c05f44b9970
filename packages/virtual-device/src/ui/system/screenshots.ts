import type { DeviceFiles } from "../../files/device-files.ts";

const folder = "/sdcard/Pictures/Screenshots";

/** Keeps a picture of the screen among the device's files and answers with its path, named as Android names it. */
export async function saveScreenshot(files: DeviceFiles, png: Uint8Array): Promise<string> {
  await files.makeFolder(folder, true);
  const now = new Date();
  const two = (value: number): string => `${value}`.padStart(2, "0");
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  const base = `${folder}/Screenshot_${date}-${time}`;
  const path = (await exists(files, `${base}.png`))
    ? `${base}-${`${now.getMilliseconds()}`.padStart(3, "0")}.png`
    : `${base}.png`;
  await files.write(path, png, "replace");
  return path;
}

function exists(files: DeviceFiles, path: string): Promise<boolean> {
  return files.status(path, true).then(
    () => true,
    () => false,
  );
}
