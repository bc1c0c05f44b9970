import type { ReadResourceResult, ResourceLink } from "@modelcontextprotocol/server";
import type { Devices } from "./devices.ts";
import { TOOL_LIMITS } from "./limits.ts";
import { cut } from "./screen/cut.ts";
import { ToolError } from "./tool-error.ts";

const SCHEME = "terrarium:";
const MIME_TYPE = "application/octet-stream";

/** Files of devices as resources, which clients read without their model. */
export const FILE_TEMPLATE = {
  name: "file",
  title: "File of a device",
  uriTemplate: `${SCHEME}//{device}/{+path}`,
  description: `Content of a file up to ${TOOL_LIMITS.resourceBytes} bytes. A path that starts at the root needs two slashes`,
  mimeType: MIME_TYPE,
};

interface FileOfDevice {
  device: string;
  path: string;
  sizeBytes: number;
}

/** Returns the link to a file that is longer than an answer. */
export const linkOf = ({ device, path, sizeBytes }: FileOfDevice): ResourceLink => ({
  type: "resource_link",
  uri: `${SCHEME}//${device}/${path.split("/").map(encodeURIComponent).join("/")}`,
  name: cut(path.slice(path.lastIndexOf("/") + 1), TOOL_LIMITS.labelChars),
  mimeType: MIME_TYPE,
  size: sizeBytes,
});

let readsInProgress = 0;

/** Reads a file of a device. Throws a ToolError for other addresses, for large files, and under too much load. */
export async function readResource(
  uri: string,
  devices: Pick<Devices, "readFile">,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { device, file } = fileAt(uri);
  if (readsInProgress >= TOOL_LIMITS.resourceReads) throw new ToolError("too many reads of resources; try again");
  readsInProgress += 1;
  try {
    const maxBytes = TOOL_LIMITS.resourceBytes + 1;
    const { bytes } = await devices.readFile(device, file, 0, maxBytes, signal);
    if (bytes.length === maxBytes)
      throw new ToolError(
        `${cut(file, 200)} has more than ${TOOL_LIMITS.resourceBytes} bytes; use the tool files with to_url or offset`,
      );
    return { contents: [{ uri, mimeType: MIME_TYPE, blob: Buffer.from(bytes).toString("base64") }] };
  } finally {
    readsInProgress -= 1;
  }
}

function fileAt(uri: string): { device: string; file: string } {
  const [, device, path] = /^terrarium:\/\/(\w{1,64})\/([^?#]{1,4096})$/.exec(uri) ?? [];
  try {
    if (device !== undefined && path !== undefined) return { device, file: decodeURIComponent(path) };
  } catch {
    // A broken escape.
  }
  throw new ToolError(`no resource ${cut(uri, 200)}; its form is ${FILE_TEMPLATE.uriTemplate}`);
}
