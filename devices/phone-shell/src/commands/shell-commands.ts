import type { ShellCommand } from "../process.ts";
import { TAR_COMMAND } from "./archive/tar-command.ts";
import { AWK_COMMAND } from "./awk/awk-command.ts";
import { COPY_COMMANDS } from "./files/copy-commands.ts";
import { ENTRY_COMMANDS } from "./files/entry-commands.ts";
import { FILE_COMMAND } from "./files/file-command.ts";
import { FIND_COMMAND } from "./files/find-command.ts";
import { LS_COMMAND } from "./files/ls-command.ts";
import { SPACE_COMMANDS } from "./files/space-commands.ts";
import { interpreterTools } from "./just-bash/just-bash-tools.ts";
import { KILL_COMMANDS } from "./processes/kill-commands.ts";
import { PGREP_COMMANDS } from "./processes/pgrep-commands.ts";
import { PS_COMMAND } from "./processes/ps-command.ts";
import { runCommands } from "./processes/run-commands.ts";
import { MKSH_COMMAND, SH_COMMAND } from "./processes/sh-command.ts";
import { TOP_COMMAND } from "./processes/top-command.ts";
import { absentCommands } from "./system/absent-commands.ts";
import { identityCommands } from "./system/identity-commands.ts";
import { toolCommands } from "./system/tool-commands.ts";
import { BINARY_COMMANDS } from "./text/binary-commands.ts";
import { CAT_COMMANDS } from "./text/cat-commands.ts";
import { digestCommands } from "./text/digest-commands.ts";
import { DUMP_COMMANDS } from "./text/dump-commands.ts";
import { grepCommands } from "./text/grep-command.ts";
import { HEAD_TAIL_COMMANDS } from "./text/head-tail-commands.ts";
import { LAYOUT_COMMANDS } from "./text/layout-commands.ts";
import { LINE_COMMANDS } from "./text/line-commands.ts";
import { SED_COMMAND } from "./text/sed-command.ts";
import { smallCommands } from "./text/small-commands.ts";
import { toyboxCommand } from "./toybox-command.ts";

const COMMANDS: readonly ShellCommand[] = [
  ...absentCommands,
  AWK_COMMAND,
  ...BINARY_COMMANDS,
  ...CAT_COMMANDS,
  ...COPY_COMMANDS,
  ...digestCommands,
  ...DUMP_COMMANDS,
  ...ENTRY_COMMANDS,
  FILE_COMMAND,
  FIND_COMMAND,
  ...grepCommands,
  ...HEAD_TAIL_COMMANDS,
  ...identityCommands,
  ...interpreterTools,
  ...LAYOUT_COMMANDS,
  ...KILL_COMMANDS,
  ...LINE_COMMANDS,
  LS_COMMAND,
  MKSH_COMMAND,
  ...PGREP_COMMANDS,
  PS_COMMAND,
  ...runCommands,
  SED_COMMAND,
  SH_COMMAND,
  ...smallCommands,
  ...SPACE_COMMANDS,
  TAR_COMMAND,
  ...toolCommands,
  TOP_COMMAND,
];

/** Commands of a Unix shell under /system/bin. */
export const SHELL_COMMANDS: readonly ShellCommand[] = [...COMMANDS, toyboxCommand(COMMANDS)];
