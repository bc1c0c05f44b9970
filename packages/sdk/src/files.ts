import { type BoxFile, writeBoxFile } from "@terrarium/contract/box-files";
import { fileContentPath } from "@terrarium/contract/proxy";
import type { CallOptions } from "./bind.ts";
import { type ByteSource, isByteSource, piecesOf, streamOf } from "./byte-source.ts";
import { requireBytes } from "./exchange.ts";
import type { HttpClient } from "./http-client.ts";

type Giving = Pick<CallOptions, "signal">;

/** Content of a file: complete, or in pieces. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ByteSource;

const HAS_STREAMS = typeof ReadableStream !== "undefined";

/** Streams files of a box's device. Size is not limited; a transfer continues while data moves. */
export const fileTransfers = (http: HttpClient, boxId: string) => ({
  /**
   * Returns a file's content as a stream. The stream ends with an error if the transfer is interrupted. Requires web
   * streams; the playground does not have them.
   */
  async download(path: string, options: Giving = {}): Promise<ReadableStream<Uint8Array>> {
    if (!HAS_STREAMS) throw new TypeError("There are no streams here: use `files.read`");
    const { body } = await http.open(fileContentPath(boxId, path), options);
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  },

  /** Writes a file and creates missing parent folders. Returns the file's new metadata. */
  async write(
    input: { path: string; content: string | Blob | Uint8Array<ArrayBuffer>; workingDir?: string },
    options: CallOptions = {},
  ): Promise<BoxFile> {
    // Sending text as a file preserves it. In text fields of a form, all lines end with CRLF.
    const isFile = typeof input.content === "string" && typeof Blob !== "undefined";
    const body = isFile ? { ...input, content: new Blob([input.content]) } : input;
    return http.call(writeBoxFile, {
      params: { boxId },
      // The contract's type does not distinguish files from text.
      body: body as typeof input & { content: string },
      ...options,
    });
  },

  /**
   * Writes a file of any size and creates missing parent folders. An existing file is replaced when all content has
   * arrived. Rejects with the error of the content if that fails.
   */
  async upload(path: string, content: FileContent, options: Giving = {}): Promise<void> {
    const init = { ...options, method: "PUT", headers: { "content-type": "application/octet-stream" } };
    const send = (body: object) => http.open(fileContentPath(boxId, path), { ...init, ...body });
    if (!isByteSource(content)) {
      if (typeof content !== "string") requireBytes(content);
      return void (await send({ body: content }));
    }
    if (!HAS_STREAMS) throw new TypeError("Streams are not supported here: pass all bytes at once");
    let failure: { error: unknown } | undefined;
    const source = watch(content, (error) => (failure = { error }));
    await send({ body: streamOf(source), duplex: "half" }).catch((error: unknown) => {
      throw failure ? failure.error : error;
    });
  },
});

/** Yields the pieces of a source, and passes its error to `hear`. */
async function* watch(source: ByteSource, hear: (error: unknown) => void): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* piecesOf(source);
  } catch (error) {
    hear(error);
    throw error;
  }
}
