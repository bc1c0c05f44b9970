import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { startRecording, stopRecording } from "@terrarium/contract/box-recording";
import { RECORDING, STORAGE } from "@terrarium/contract/limits";
import type { HttpClient } from "@terrarium/sdk/http-client";
import { isFolder } from "./copy/download.ts";
import { partFileOf } from "./copy/part-file.ts";
import { UsageError } from "./exit-codes.ts";
import { tell } from "./output/print.ts";

type Signalled = Pick<NodeJS.Process, "on" | "off">;

/**
 * Records a box's screen until Ctrl-C or the server's limit, and then downloads the MP4 file. The file receives its
 * name when it is complete. Throws UsageError or the system's error before recording if the file cannot be written.
 */
export async function recordScreen(http: HttpClient, boxId: string, file: string, program: Signalled): Promise<void> {
  if (await isFolder(file)) throw new UsageError(`${file} is a folder: name a file in it`);
  const params = { boxId };
  const part = partFileOf(file);
  const opened = await open(part, "wx");
  try {
    await http.call(startRecording, { params });
    // Registered before the message: an immediate Ctrl-C ends the recording, not this program.
    const ended = interrupted(program, RECORDING.maxMs);
    tell("recording; press Ctrl-C to stop");
    await ended;
    const { presignedUrl } = await http.call(stopRecording, { params });
    // Uses the address at which this client reaches the server, not the server's own name for itself.
    const { pathname, search } = new URL(presignedUrl);
    try {
      const { body } = await http.open(pathname + search);
      await pipeline(Readable.fromWeb(body as ReadableStream), opened.createWriteStream());
      await rename(part, file);
    } catch (error) {
      tell(
        `the film can be downloaded for ${STORAGE.address.defaultMs / 60_000} minutes from ${http.baseUrl}${pathname}${search}`,
      );
      throw error;
    }
  } finally {
    await opened.close();
    await rm(part, { force: true });
  }
}

/** Resolves when this program receives Ctrl-C or a signal to end, or after that time. */
function interrupted(program: Signalled, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(clock);
      for (const signal of ["SIGINT", "SIGTERM"] as const) program.off(signal, end);
      resolve();
    };
    const clock = setTimeout(end, longestMs);
    for (const signal of ["SIGINT", "SIGTERM"] as const) program.on(signal, end);
  });
}
