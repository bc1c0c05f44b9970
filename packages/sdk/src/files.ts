import { type BoxFile, writeBoxFile } from "@terrarium/contract/box-files";
import { fileContentPath } from "@terrarium/contract/proxy";
import type { CallOptions } from "./bind.ts";
import { type ByteSource, isByteSource, piecesOf, streamOf } from "./byte-source.ts";
import { requireBytes } from "./exchange.ts";
import type { HttpClient } from "./http-client.ts";

type Giving = Pick<CallOptions, "signal">;

/** Content of a file: as a whole, or piece by piece. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ByteSource;

const HAS_STREAMS = typeof ReadableStream !== "undefined";

/** Files of a box's device as streams: of any size, for as long as something moves. */
export const fileTransfers = (http: HttpClient, boxId: string) => ({
  /** A file's content as it comes. Ends with an error if it breaks off. Needs streams, which the playground has not. */
  async download(path: string, options: Giving = {}): Promise<ReadableStream<Uint8Array>> {
    if (!HAS_STREAMS) throw new TypeError("There are no streams here: use `files.read`");
    const { body } = await http.open(fileContentPath(boxId, path), options);
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  },

  /** Writes a file, making the folders above it; answers what is then known of it. */
  async write(
    input: { path: string; content: string | Blob | Uint8Array<ArrayBuffer>; workingDir?: string },
    options: CallOptions = {},
  ): Promise<BoxFile> {
    // As a file it is written as it is: in a form's texts all lines end with CRLF.
    const isFile = typeof input.content === "string" && typeof Blob !== "undefined";
    const body = isFile ? { ...input, content: new Blob([input.content]) } : input;
    return http.call(writeBoxFile, {
      params: { boxId },
      // The contract's type does not tell a file apart from a text.
      body: body as typeof input & { content: string },
      ...options,
    });
  },

  /**
   * Writes a file of any size, making the folders above it. A file that is there already is replaced when all has arrived.
   * Rejects with the error of the content, if it fails.
   */
  async upload(path: string, content: FileContent, options: Giving = {}): Promise<void> {
    const init = { ...options, method: "PUT", headers: { "content-type": "application/octet-stream" } };
    const send = (body: object) => http.open(fileContentPath(boxId, path), { ...init, ...body });
    if (!isByteSource(content)) {
      if (typeof content !== "string") requireBytes(content);
      return void (await send({ body: content }));
    }
    if (!HAS_STREAMS) throw new TypeError("There are no streams here: give all bytes at once");
    let failure: { error: unknown } | undefined;
    const source = watch(content, (error) => (failure = { error }));
    await send({ body: streamOf(source), duplex: "half" }).catch((error: unknown) => {
      throw failure ? failure.error : error;
    });
  },
});

/** Passes a source on; `hear` learns of its error. */
async function* watch(source: ByteSource, hear: (error: unknown) => void): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* piecesOf(source);
  } catch (error) {
    hear(error);
    throw error;
  }
}
