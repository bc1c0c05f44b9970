import { randomUUID } from "node:crypto";
import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import { parseHierarchy } from "@terrarium/ui-tree/parse-hierarchy";
import type { UiTree } from "@terrarium/ui-tree/ui-node";
import type { DeviceSession } from "../device/device-session.ts";

/** Android waits up to 10 s for a moving screen before it fails (AOSP DumpCommand). */
const DUMP_TIMEOUT_MS = 15_000;
/** Time after which no further attempt starts. The caller gets a response within both times together. */
const PATIENCE_MS = 12_000;
const PAUSE_MS = 300;
const SAID_MAX_CHARS = 300;

/**
 * Reads a device's screen with Android's `uiautomator dump`, in one shell call each. On real Android it fails while
 * anything moves, and sometimes without reason ("could not get idle state", "null root node returned"). It is retried
 * for a while. Rejects with AppError device_failed, with the device's last message.
 */
export async function readUiTree(session: Pick<DeviceSession, "run">, sandboxId: string): Promise<UiTree> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { xml, said } = await dump(session);
    if (xml.startsWith("<?xml")) return await parse(xml, sandboxId);
    if (performance.now() + PAUSE_MS >= giveUpAt)
      throw new AppError("device_failed", {
        sandboxId,
        detail: `"uiautomator dump" told nothing of the screen: ${said}`,
      });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Failures are printed with exit code 0, and the file is missing. */
async function dump(session: Pick<DeviceSession, "run">): Promise<{ xml: string; said: string }> {
  // A separate file for each call, because several may run at the same time.
  const file = `"\${TMPDIR:-/data/local/tmp}/ui-${randomUUID()}.xml"`;
  const command = `uiautomator dump ${file} >&2; [ -s ${file} ] && cat ${file}; rm -f ${file}`;
  const { stdout, stderr } = await session.run(command, { timeoutMs: DUMP_TIMEOUT_MS });
  const said = cutText(Buffer.from(stderr).toString().trim(), SAID_MAX_CHARS);
  return { xml: Buffer.from(stdout).toString(), said };
}

async function parse(xml: string, sandboxId: string): Promise<UiTree> {
  try {
    return await parseHierarchy(xml);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const detail = `what "uiautomator dump" wrote cannot be read: ${why}`;
    throw new AppError("device_failed", { sandboxId, detail }, { cause: error });
  }
}
