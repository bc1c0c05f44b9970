import type { Command } from "@commander-js/extra-typings";
import { connect } from "../settings/connect.ts";
import { runShell } from "../shell/run-shell.ts";
import { endAs } from "./end-as.ts";
import { leaf } from "./leaf.ts";

export function addShellCommand(program: Command): void {
  leaf(program, "shell <box>", "open a terminal on the device; exits with the shell's exit code").action(
    (id, options) =>
      endAs(options.output, async () => {
        const { http } = await connect(options);
        return runShell(http, id, process);
      }),
  );
}
