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
 * Records a box's screen until Ctrl-C, or for as long as the server does, and then fetches the MP4 file, which gets its
 * name when all of it is here. Throws UsageError, or what the system says, before it records what it could not write.
 */
export async function recordScreen(http: HttpClient, boxId: string, file: string, program: Signalled): Promise<void> {
  if (await isFolder(file)) throw new UsageError(`${file} is a folder: name a file in it`);
  const params = { boxId };
  const part = partFileOf(file);
  const opened = await open(part, "wx");
  try {
    await http.call(startRecording, { params });
    // Before it is told: who presses Ctrl-C at once ends the recording, not this program.
    const ended = interrupted(program, RECORDING.maxMs);
    tell("recording; Ctrl-C ends it");
    await ended;
    const { presignedUrl } = await http.call(stopRecording, { params });
    // As this server is reached from here, whatever it calls itself.
    const { pathname, search } = new URL(presignedUrl);
    try {
      const { body } = await http.open(pathname + search);
      await pipeline(Readable.fromWeb(body as ReadableStream), opened.createWriteStream());
      await rename(part, file);
    } catch (error) {
      tell(
        `the film can be fetched for ${STORAGE.address.defaultMs / 60_000} minutes from ${http.baseUrl}${pathname}${search}`,
      );
      throw error;
    }
  } finally {
    await opened.close();
    await rm(part, { force: true });
  }
}

/** Resolves when this program is to end, or after that time. */
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
