import type { ShellCommand } from "../process.ts";
import { androidCommands } from "./android/android-commands.ts";
import { tarCommand } from "./archive/tar-command.ts";
import { awkCommand } from "./awk/awk-command.ts";
import { copyCommands } from "./files/copy-commands.ts";
import { entryCommands } from "./files/entry-commands.ts";
import { fileCommand } from "./files/file-command.ts";
import { findCommand } from "./files/find-command.ts";
import { lsCommand } from "./files/ls-command.ts";
import { spaceCommands } from "./files/space-commands.ts";
import { interpreterTools } from "./just-bash/just-bash-tools.ts";
import { killCommands } from "./processes/kill-commands.ts";
import { pgrepCommands } from "./processes/pgrep-commands.ts";
import { psCommand } from "./processes/ps-command.ts";
import { runCommands } from "./processes/run-commands.ts";
import { mkshCommand, shCommand } from "./processes/sh-command.ts";
import { topCommand } from "./processes/top-command.ts";
import { absentCommands } from "./system/absent-commands.ts";
import { identityCommands } from "./system/identity-commands.ts";
import { toolCommands } from "./system/tool-commands.ts";
import { binaryCommands } from "./text/binary-commands.ts";
import { catCommands } from "./text/cat-commands.ts";
import { digestCommands } from "./text/digest-commands.ts";
import { dumpCommands } from "./text/dump-commands.ts";
import { grepCommands } from "./text/grep-command.ts";
import { headTailCommands } from "./text/head-tail-commands.ts";
import { layoutCommands } from "./text/layout-commands.ts";
import { lineCommands } from "./text/line-commands.ts";
import { sedCommand } from "./text/sed-command.ts";
import { smallCommands } from "./text/small-commands.ts";
import { toyboxCommand } from "./toybox-command.ts";

const commands: readonly ShellCommand[] = [
  ...absentCommands,
  ...androidCommands,
  awkCommand,
  ...binaryCommands,
  ...catCommands,
  ...copyCommands,
  ...digestCommands,
  ...dumpCommands,
  ...entryCommands,
  fileCommand,
  findCommand,
  ...grepCommands,
  ...headTailCommands,
  ...identityCommands,
  ...interpreterTools,
  ...layoutCommands,
  ...killCommands,
  ...lineCommands,
  lsCommand,
  mkshCommand,
  ...pgrepCommands,
  psCommand,
  ...runCommands,
  sedCommand,
  shCommand,
  ...smallCommands,
  ...spaceCommands,
  tarCommand,
  ...toolCommands,
  topCommand,
];

/** All commands under /system/bin. */
export const allCommands: readonly ShellCommand[] = [...commands, toyboxCommand(commands, androidCommands)];
