import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { cut } from "../screen/cut.ts";
import { within } from "../screen/lines.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId } from "./tool.ts";

/** As base64 it fits into an answer. */
const BINARY_BYTES = 6_000;
const NAME_CHARS = 300;

const Address = z.string().max(4_096).optional();

export const filesTool = defineTool({
  name: "files",
  title: "Read and write files",
  description:
    "Files of the device, at paths like /sdcard/Download/a.txt, or from the folder where shell starts. list: a folder. read: text, or base64 for binary files, from offset; to_url sends the file there by PUT instead. write: text, base64 or the file at from_url; creates parent folders. The addresses are those the device may reach. Rename, move and delete with shell.",
  effect: "destroys",
  time: { ms: TOOL_LIMITS.transferMs, advice: "move a smaller file" },
  input: z.strictObject({
    device: DeviceId,
    action: z.enum(["list", "read", "write"]),
    path: z.string().min(1).max(1_024),
    offset: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).describe("First byte to read"),
    text: z.string().max(TOOL_LIMITS.fileBytes).optional().describe("Content to write"),
    base64: z
      .string()
      .max(TOOL_LIMITS.fileBytes)
      .refine((text) => z.base64().safeParse(text).success, "must be base64")
      .optional()
      .describe("Binary content to write"),
    from_url: Address,
    to_url: Address,
  }),
  async run({ device, action, path, offset, text, base64, from_url: from, to_url: to }, { devices, signal, progress }) {
    if (action === "list") {
      const entries = await devices.listFiles(device, path);
      const lines = entries.map(({ name, isFolder, sizeBytes }) =>
        isFolder ? `${cut(name, NAME_CHARS)}/` : `${cut(name, NAME_CHARS)} ${sizeBytes}`,
      );
      return { text: within(lines.length === 0 ? ["empty"] : lines, "use shell with ls or find") };
    }
    if (action === "write") {
      if ([text, base64, from].filter((each) => each !== undefined).length !== 1)
        throw new ToolError("write needs either text, base64 or from_url");
      if (from !== undefined) {
        progress(`loading ${cut(from, 100)}`);
        return { text: `wrote ${await devices.fetchFile(device, path, from, signal)} bytes to ${path}` };
      }
      const content = text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text);
      await devices.writeFile(device, path, content);
      return { text: `wrote ${content.length} bytes to ${path}` };
    }
    if (to !== undefined) {
      progress(`sending to ${cut(to, 100)}`);
      const sentBytes = await devices.sendFile(device, path, to, signal);
      return { text: `sent ${sentBytes} bytes of ${path} to ${cut(to, 100)}` };
    }
    const maxBytes = TOOL_LIMITS.answerBytes - 300;
    const { bytes, sizeBytes } = await devices.readFile(device, path, offset, maxBytes, signal);
    const part = { text: describePart(bytes, sizeBytes, offset) };
    return offset + bytes.length < sizeBytes ? { ...part, file: { device, path, sizeBytes } } : part;
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
