import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { FileError } from "@terrarium/device-files/file-error";
import type { HttpStream } from "@terrarium/phone-system/network/http-fetch";
import { decodePath } from "../address.ts";
import { PageError } from "./page-error.ts";

/** A file received instead of a page. */
export interface Download {
  /** Path on the device. */
  savedAt: string;
  bytes: number;
}

const FOLDER = "/sdcard/Download";
const DOWNLOAD_BYTES_MAX = 256 * 1024 ** 2;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
/** Leaves room for a number after a name that is taken. */
const LONGEST_NAME_BYTES = 200;
const FILE_MODE = 0o100660;

/** Writes the body to the device's downloads under a free name. A failed download leaves no file. Throws PageError. */
export async function saveDownload(stream: HttpStream, files: DeviceFiles): Promise<Download> {
  try {
    await files.makeFolder(FOLDER, true);
    const savedAt = await freePath(nameOf(stream), files);
    const staged = await files.stage(savedAt);
    let bytes = 0;
    try {
      for await (const piece of stream.pieces(DOWNLOAD_BYTES_MAX, DOWNLOAD_TIMEOUT_MS)) {
        await staged.write([piece]);
        bytes += piece.length;
      }
      await staged.commit(FILE_MODE);
    } finally {
      await staged.abort();
    }
    return { savedAt, bytes };
  } catch (error) {
    stream.close();
    if (error instanceof FileError) throw new PageError("not-saved", error.message, error);
    throw error;
  }
}

/** Returns the file name from the server or the address (RFC 6266), without path parts. */
export function nameOf({ disposition, url }: Pick<HttpStream, "disposition" | "url">): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const given = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decodePath(encoded);
  const name = (given ?? decodePath(url.pathname)).split(/[/\\]/).at(-1) ?? "";
  const safe = name
    .replaceAll(/[\p{Cc}:*?"<>|]/gu, "_")
    .replace(/^\.+/, "")
    .trim();
  return endWithin(safe, LONGEST_NAME_BYTES) || "download";
}

/** Returns the end of the text within `bytesMax`, because a file's extension is at the end. */
function endWithin(text: string, bytesMax: number): string {
  // Each character takes a byte or more. The cut may leave half of a surrogate pair.
  const characters = Array.from(text.slice(-bytesMax).replace(/^[\udc00-\udfff]/, ""));
  while (Buffer.byteLength(characters.join("")) > bytesMax) characters.shift();
  return characters.join("");
}

async function freePath(name: string, files: DeviceFiles): Promise<string> {
  const dot = name.lastIndexOf(".");
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let count = 0; ; count++) {
    const path = `${FOLDER}/${count === 0 ? name : `${base} (${count})${extension}`}`;
    const taken = await files.status(path, false).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FileError && error.code === "ENOENT") return false;
        throw error;
      },
    );
    if (!taken) return path;
  }
}
