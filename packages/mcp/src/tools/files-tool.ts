import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { within } from "../screen/lines.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId } from "./tool.ts";

/** As base64 it fits into an answer. */
const BINARY_BYTES = 6_000;

export const filesTool = defineTool({
  name: "files",
  title: "Read and write files",
  description:
    "Files of the device, with paths like /sdcard/Download/a.txt. list: a folder. read: text, or base64 for binary files, from offset. write: text or base64; creates parent folders. Rename, move and delete with shell.",
  isReadOnly: false,
  input: z.strictObject({
    device: DeviceId,
    action: z.enum(["list", "read", "write"]),
    path: z.string().min(1).max(1_024),
    offset: z.number().int().min(0).default(0).describe("First byte to read"),
    text: z.string().max(TOOL_LIMITS.fileBytes).optional().describe("Content to write"),
    base64: z
      .string()
      .max(TOOL_LIMITS.fileBytes)
      .refine((text) => z.base64().safeParse(text).success, "must be base64")
      .optional()
      .describe("Binary content to write"),
  }),
  async run({ device, action, path, offset, text, base64 }, { devices, signal }) {
    if (action === "list") {
      const entries = await devices.listFiles(device, path);
      const lines = entries.map(({ name, isFolder, sizeBytes }) => (isFolder ? `${name}/` : `${name} ${sizeBytes}`));
      return { text: within(lines.length === 0 ? ["empty"] : lines, "use shell with ls or find") };
    }
    if (action === "write") {
      const content = text === undefined ? base64 && Buffer.from(base64, "base64") : Buffer.from(text);
      if (content === undefined || content === "") throw new ToolError("write needs text or base64");
      await devices.writeFile(device, path, content);
      return { text: `wrote ${content.length} bytes to ${path}` };
    }
    const maxBytes = TOOL_LIMITS.answerBytes - 300;
    const { bytes, sizeBytes } = await devices.readFile(device, path, offset, maxBytes, signal);
    return { text: describePart(bytes, sizeBytes, offset) };
  },
});

function describePart(bytes: Uint8Array, sizeBytes: number, offset: number): string {
  const asText = textOf(bytes);
  const shown = asText === undefined ? Math.min(bytes.length, BINARY_BYTES) : Buffer.byteLength(asText);
  const end = offset + shown;
  const rest = end < sizeBytes ? `\n… bytes ${offset} to ${end} of ${sizeBytes}; continue with offset ${end}` : "";
  if (asText !== undefined) return `${asText === "" ? "(empty)" : asText}${rest}`;
  return `base64: ${Buffer.from(bytes.subarray(0, shown)).toString("base64")}${rest}`;
}

/** Decodes text; returns undefined for other bytes. An incomplete character at the end is left for the next part. */
function textOf(bytes: Uint8Array): string | undefined {
  for (let torn = 0; torn < 4 && (torn === 0 || torn < bytes.length); torn += 1) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, bytes.length - torn),
      );
      return text.includes("\0") ? undefined : text;
    } catch {
      // The invalid bytes may be an incomplete character.
    }
  }
  return undefined;
}
