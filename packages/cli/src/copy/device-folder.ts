import { filesPath } from "@terrarium/contract/proxy";
import type { DeviceFile, DeviceFileList } from "@terrarium/contract/proxy-messages";
import type { HttpClient } from "@terrarium/sdk/http-client";
import { ConflictError, NotFoundError } from "@terrarium/sdk/terrarium-error";
import type { z } from "zod/mini";
import type { BoxPlace } from "./place.ts";

/** Looks up a path on a device: the entries of a folder, "file" for anything that is not a folder, or "nothing". */
export async function lookAt(http: HttpClient, { boxId, path }: BoxPlace): Promise<DeviceFile[] | "file" | "nothing"> {
  try {
    const answer = await http.open(filesPath(boxId, path));
    return ((await answer.json()) as z.infer<typeof DeviceFileList>).files;
  } catch (error) {
    if (error instanceof NotFoundError && error.code === "file_not_found") return "nothing";
    if (error instanceof ConflictError && error.code === "file_refused") return "file";
    throw error;
  }
}
