/** Entry of the shell's thread, with all commands of a phone. */
import { ANDROID_COMMANDS } from "@terrarium/android-commands/android-commands";
import { SHELL_COMMANDS } from "@terrarium/phone-shell/commands/shell-commands";
import { runShellWorker } from "@terrarium/phone-shell/worker/run-shell-worker";

runShellWorker([...SHELL_COMMANDS, ...ANDROID_COMMANDS]);
