import { type CallToolResult, Server, type Tool as ListedTool } from "@modelcontextprotocol/server";
import { cutText } from "@terrarium/bounds/cut-text";
import { z } from "zod";
import { BothEnds } from "./both-ends.ts";
import type { Devices } from "./devices.ts";
import { TOOL_LIMITS } from "./limits.ts";
import type { SeenScreens } from "./seen-screens.ts";
import { messageOf } from "./tool-error.ts";
import type { CallTime, Tool, ToolAnswer, ToolContext } from "./tools/tool.ts";
import { TOOLS } from "./tools/tools.ts";

const INSTRUCTIONS =
  "Android phones, Linux machines, browsers and desktops to use. Start a device or take one that runs, observe its screen once, then act: each answer of act says what changed.";

const USUAL_TIME: CallTime = { ms: TOOL_LIMITS.callMs, advice: "do it in smaller parts" };

/** The tools in the format of `tools/list`. */
export const LISTED: readonly ListedTool[] = TOOLS.map(({ name, title, description, input, isReadOnly }) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input),
  annotations: { readOnlyHint: isReadOnly, openWorldHint: !isReadOnly },
}));

/** Returns the schema of an input without `$schema`, which some model providers reject. */
function schemaOf(input: z.ZodType): ListedTool["inputSchema"] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return schema as ListedTool["inputSchema"];
}

export interface McpCaller {
  devices: Devices;
  /** Identity of the caller for the record of seen screens. */
  viewer: string;
  seen: SeenScreens;
}

/**
 * Creates the MCP server for one request (HTTP) or one connection. It stores no state. A failure in a tool is returned
 * as its answer, so that the agent reads it.
 */
export function createMcpServer(caller: McpCaller, version: string): Server {
  // No `listChanged`: the tools never change, so a client has nothing to subscribe to.
  const server = new Server(
    { name: "terrarium", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...LISTED] }));
  server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }, { mcpReq: { signal } }) =>
    callTool(name, input, caller, signal),
  );
  return server;
}

/** Runs one tool call. It ends at its timeout or when the client cancels it. */
export async function callTool(
  name: string,
  input: unknown,
  caller: McpCaller,
  asked: AbortSignal,
): Promise<CallToolResult> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool)
    return failed(
      `there is no tool ${JSON.stringify(cutText(name, 60))}; there is ${TOOLS.map((each) => each.name).join(", ")}`,
    );
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return failed(`${name} was called with invalid input: ${inOneLine(parsed.error)}`);
  const { ms } = tool.time ?? USUAL_TIME;
  return run(tool, parsed.data, caller, AbortSignal.any([asked, AbortSignal.timeout(ms)]));
}

const inOneLine = ({ issues }: z.core.$ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`))
    .join("; ");

async function run(tool: Tool, input: unknown, caller: McpCaller, signal: AbortSignal): Promise<CallToolResult> {
  let reported = "";
  const report = (soFar: string) => void (reported = `${soFar}\n`);
  const context: ToolContext = { ...caller, signal, report };
  try {
    // Some device operations cannot be cancelled. The call stops waiting for them.
    const answer = await Promise.race([tool.run(input, context), rejectedBy(signal)]);
    const text = BothEnds.of(answer.text).text();
    if (answer.shown && text === answer.text) caller.seen.note(caller.viewer, answer.shown.device, answer.shown.screen);
    return toResult({ ...answer, text });
  } catch (error) {
    const { ms, advice } = tool.time ?? USUAL_TIME;
    if (signal.aborted) return failed(`${reported}${tool.name} took longer than ${ms / 1_000} s; ${advice}`);
    return failed(messageOf(error));
  }
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

const toResult = ({ text, png, isError = false }: ToolAnswer): CallToolResult => ({
  content: [
    { type: "text", text },
    ...(png ? [{ type: "image" as const, data: Buffer.from(png).toString("base64"), mimeType: "image/png" }] : []),
  ],
  isError,
});

const failed = (text: string): CallToolResult => ({
  content: [{ type: "text", text: BothEnds.of(text).text() }],
  isError: true,
});
