import type { ErrorCode } from "@terrarium/contract/errors";
import type { Devices } from "@terrarium/mcp/devices";
import { cut } from "@terrarium/mcp/screen/cut";
import { ToolError } from "@terrarium/mcp/tool-error";
import { AppError } from "@terrarium/platform/base/app-error";

const MESSAGE_CHARS = 2_000;

/** Next step of an agent, with the tools. The suggestions of the errors name calls of the HTTP API. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  sandbox_not_found: "devices with action list shows yours",
  sandbox_not_running: "devices with action list shows those that run, action start starts another",
  sandbox_limit: "stop one with devices",
  user_sandbox_limit: "stop one with devices",
  template_not_found: "devices with action list shows the templates",
  template_unavailable: "devices with action list shows the templates that can be started",
  snapshot_not_found: "devices with action list shows the snapshots",
  file_not_found: "files with action list shows a folder",
  folder_too_large: "use shell with ls or find",
  outside_screen: "observe shows the screen",
  app_not_found: "act with open takes the names of apps",
};

/** Arguments of the tools, by their names in the HTTP API. */
const ARGUMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:config\.)?expiresIn\b/g, "minutes"],
  [/\b(?:config\.)?templateId\b/g, "template"],
  [/\b(?:config\.)?snapshotName\b/g, "snapshot"],
];

/** Returns the operations with errors in the words of the tools, instead of those of the HTTP API. */
export function inMcpWords(devices: Devices): Devices {
  const worded = Object.entries(devices).map(([name, operation]: [string, (...args: never[]) => Promise<unknown>]) => [
    name,
    (...args: never[]) =>
      operation(...args).catch((error: unknown) => {
        throw error instanceof AppError ? new ToolError(wordsOf(error), { cause: error }) : error;
      }),
  ]);
  return Object.fromEntries(worded) as Devices;
}

/** On one line, because a message can contain a text of the device. */
function wordsOf({ code, message }: AppError): string {
  const worded = ARGUMENTS.reduce((text, [word, argument]) => text.replaceAll(word, argument), message);
  const said = cut(worded, MESSAGE_CHARS);
  return [said, ADVICE[code]].filter(Boolean).join(". ");
}
