import type { Command } from "@commander-js/extra-typings";
import { credentials } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

export function addMcpCommand(program: Command): void {
  leaf(program, "mcp", "serve the tools for agents over standard input and output (Model Context Protocol)").action(
    async (options) => {
      const given = await credentials(options);
      // Loaded on demand: it takes longer to load than all the rest.
      const { forwardStdio } = await import("@terrarium/mcp/stdio/forward");
      await forwardStdio({ ...given, stdin: process.stdin, stdout: process.stdout });
    },
  );
}
