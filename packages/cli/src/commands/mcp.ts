import type { Command } from "@commander-js/extra-typings";
import { credentials } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

export function addMcpCommand(program: Command): void {
  leaf(
    program,
    "mcp",
    "the server's tools for agents, by the Model Context Protocol over standard input and output",
  ).action(async (options) => {
    const given = await credentials(options);
    // Loaded on demand: it takes longer to load than all the rest.
    const { forwardStdio } = await import("@terrarium/mcp/stdio/forward");
    await forwardStdio({ ...given, stdin: process.stdin, stdout: process.stdout });
  });
}
