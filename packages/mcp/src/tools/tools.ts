import { actTool } from "./act-tool.ts";
import { devicesTool } from "./devices-tool.ts";
import { filesTool } from "./files-tool.ts";
import { observeTool } from "./observe-tool.ts";
import { shellTool } from "./shell-tool.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order of `tools/list`. */
export const TOOLS = [devicesTool, observeTool, actTool, shellTool, filesTool] as unknown as readonly Tool[];
