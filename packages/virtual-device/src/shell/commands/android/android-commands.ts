import type { ShellCommand } from "../../process.ts";
import { amCommand } from "./activity/am-command.ts";
import { monkeyCommand } from "./activity/monkey-command.ts";
import { logCommand } from "./logcat/log-command.ts";
import { logcatCommand } from "./logcat/logcat-command.ts";
import { pmCommand } from "./package/pm-command.ts";
import { inputCommand } from "./screen/input-command.ts";
import { screencapCommand } from "./screen/screencap-command.ts";
import { uiautomatorCommand } from "./screen/uiautomator-command.ts";
import { getpropCommand, setpropCommand, watchpropsCommand } from "./system/property-commands.ts";

/** The commands that a phone's shell has beyond a Unix shell's. */
export const androidCommands: readonly ShellCommand[] = [
  amCommand,
  getpropCommand,
  inputCommand,
  logCommand,
  logcatCommand,
  monkeyCommand,
  pmCommand,
  screencapCommand,
  setpropCommand,
  uiautomatorCommand,
  watchpropsCommand,
];
