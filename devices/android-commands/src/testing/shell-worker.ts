/** Entry of the shell's thread in tests of Android's commands. */
import { SHELL_COMMANDS } from "@terrarium/phone-shell/commands/shell-commands";
import { runShellWorker } from "@terrarium/phone-shell/worker/run-shell-worker";
import { ANDROID_COMMANDS } from "../android-commands.ts";

runShellWorker([...SHELL_COMMANDS, ...ANDROID_COMMANDS]);
