import type { Command } from "@commander-js/extra-typings";
import { EXIT } from "../exit-codes.ts";
import { tellFailure } from "../output/print.ts";
import { connect } from "../settings/connect.ts";
import { runShell } from "../shell/run-shell.ts";
import { leaf } from "./leaf.ts";

export function addShellCommand(program: Command): void {
  leaf(program, "shell <box>", "a terminal on the device; ends as the shell there does").action(async (id, options) => {
    try {
      const { http } = await connect(options);
      process.exitCode = await runShell(http, id, process);
    } catch (error) {
      tellFailure(error, options.output);
      process.exitCode = EXIT.ownFailure;
    }
  });
}
