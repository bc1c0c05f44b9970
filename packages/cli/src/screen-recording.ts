import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { startRecording, stopRecording } from "@terrarium/contract/box-recording";
import { RECORDING } from "@terrarium/contract/limits";
import type { HttpClient } from "@terrarium/sdk/http-client";
import { partFileOf } from "./copy/part-file.ts";
import { tell } from "./output/print.ts";

/** Records a box's screen until Ctrl-C, or for as long as the server does, and then fetches the MP4 file, which gets its name when all of it is here. */
export async function recordScreen(http: HttpClient, boxId: string, file: string): Promise<void> {
  const params = { boxId };
  await http.call(startRecording, { params });
  // Before it is told: who presses Ctrl-C at once ends the recording, not this program.
  const ended = interrupted(RECORDING.maxMs);
  tell("recording; Ctrl-C ends it");
  await ended;
  const { presignedUrl } = await http.call(stopRecording, { params });
  // As this server is reached from here, whatever it calls itself.
  const { pathname, search } = new URL(presignedUrl);
  const { body } = await http.open(pathname + search);
  const part = partFileOf(file);
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(part, { flags: "wx" }));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Resolves when this program is to end, or after that time. */
function interrupted(longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(clock);
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
      resolve();
    };
    const clock = setTimeout(end, longestMs);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  });
}
