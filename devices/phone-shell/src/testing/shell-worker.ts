/** Entry of the thread in tests of the shell alone. */
import { SHELL_COMMANDS } from "../commands/shell-commands.ts";
import { runShellWorker } from "../worker/run-shell-worker.ts";

runShellWorker(SHELL_COMMANDS);
