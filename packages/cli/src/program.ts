import { Command } from "@commander-js/extra-typings";
import { addAdbCommand } from "./commands/adb.ts";
import { addBoxCommands } from "./commands/box.ts";
import { addCdpCommand } from "./commands/cdp.ts";
import { addCompletionCommands } from "./commands/completion.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addLoginCommands } from "./commands/login.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addScreenCommand } from "./commands/screen.ts";
import { addShellCommand } from "./commands/shell.ts";
import { addSnapshotCommands } from "./commands/snapshot.ts";
import { addTemplateCommands } from "./commands/template.ts";
import { EXIT } from "./exit-codes.ts";
import type { Format } from "./output/print.ts";

const HELP = `
Settings:
  TERRARIUM_API_KEY    the API key; overrides the last login
  TERRARIUM_BASE_URL   address of the server
  NO_COLOR             no colors

Exit codes:
  ${EXIT.done}  done            ${EXIT.failed}  failed              ${EXIT.wrongUsage}  wrong usage
  ${EXIT.notAllowed}  not allowed     ${EXIT.notFound}  not found           ${EXIT.notReached}  no response in time
  box exec and shell exit with the code of their command, or ${EXIT.ownFailure} if it could not run.
`;

/** Creates the command line. For programs (`json`), the caller reports usage errors. */
export function createProgram(version: string, format: Format = "table"): Command {
  const program = new Command("terrarium")
    .configureOutput(format === "json" ? { outputError: () => undefined } : {})
    .description("Device sandboxes for software agents")
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText("after", HELP);
  addLoginCommands(program);
  addBoxCommands(program);
  addScreenCommand(program);
  addShellCommand(program);
  addAdbCommand(program);
  addCdpCommand(program);
  addSnapshotCommands(program);
  addKeyCommands(program);
  addTemplateCommands(program);
  addMcpCommand(program);
  addCompletionCommands(program);
  return program;
}
