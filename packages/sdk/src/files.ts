import { type BoxFile, writeBoxFile } from "@terrarium/contract/box-files";
import { fileContentPath } from "@terrarium/contract/proxy";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

type Giving = Pick<CallOptions, "signal">;

/** What a file can be written from. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Files of a box's device as streams: of any size, for as long as something moves. */
export const fileTransfers = (http: HttpClient, boxId: string) => ({
  /** A file's content as it comes. Ends with an error if it breaks off. */
  async download(path: string, options: Giving = {}): Promise<ReadableStream<Uint8Array>> {
    const { body } = await http.open(fileContentPath(boxId, path), options);
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  },

  /** Writes a file, making the folders above it; answers what is then known of it. */
  async write(
    input: { path: string; content: string | Blob | Uint8Array<ArrayBuffer>; workingDir?: string },
    options: CallOptions = {},
  ): Promise<BoxFile> {
    // A file goes as a part of a form, which the contract's type does not tell apart from its text.
    return http.call(writeBoxFile, {
      params: { boxId },
      body: input as typeof input & { content: string },
      ...options,
    });
  },

  /** Writes a file of any size, making the folders above it. A file that is there already is replaced when all has arrived. */
  async upload(path: string, content: FileContent, options: Giving = {}): Promise<void> {
    const streaming = content instanceof ReadableStream ? { duplex: "half" } : {};
    const init = { ...options, ...streaming, method: "PUT", headers: { "content-type": "application/octet-stream" } };
    await http.open(fileContentPath(boxId, path), { ...init, body: content });
  },
});
