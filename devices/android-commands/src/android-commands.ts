import type { ShellCommand } from "@terrarium/phone-shell/process";
import { amCommand } from "./activity/am-command.ts";
import { monkeyCommand } from "./activity/monkey-command.ts";
import { appProcessCommand } from "./helpers/app-process-command.ts";
import { logCommand } from "./logcat/log-command.ts";
import { logcatCommand } from "./logcat/logcat-command.ts";
import { pmCommand } from "./package/pm-command.ts";
import { runAsCommand } from "./package/run-as-command.ts";
import { inputCommand } from "./screen/input-command.ts";
import { screencapCommand } from "./screen/screencap-command.ts";
import { screenrecordCommand } from "./screen/screenrecord-command.ts";
import { uiautomatorCommand } from "./screen/uiautomator-command.ts";
import { wmCommand } from "./screen/wm-command.ts";
import { appopsCommand } from "./system/appops-command.ts";
import { bugreportCommand, bugreportzCommand } from "./system/bugreport-commands.ts";
import { cmdCommand } from "./system/cmd-command.ts";
import { contentCommand } from "./system/content-command.ts";
import { dumpsysCommand } from "./system/dumpsys-command.ts";
import { imeCommand } from "./system/ime-command.ts";
import { locksettingsCommand } from "./system/lock-settings.ts";
import { mediaCommand } from "./system/media-session.ts";
import { ifconfigCommand, ipCommand } from "./system/network-commands.ts";
import { rebootCommand, startCommand, stopCommand } from "./system/power-commands.ts";
import { getpropCommand, setpropCommand, watchpropsCommand } from "./system/property-commands.ts";
import { serviceCommand } from "./system/service-command.ts";
import { settingsCommand } from "./system/settings-command.ts";
import { SU_COMMAND } from "./system/su-command.ts";
import { svcCommand } from "./system/svc-command.ts";

/** Commands of a phone's shell that a Unix shell does not have. */
export const ANDROID_COMMANDS: readonly ShellCommand[] = [
  amCommand,
  appProcessCommand,
  appopsCommand,
  bugreportCommand,
  bugreportzCommand,
  cmdCommand,
  contentCommand,
  dumpsysCommand,
  getpropCommand,
  ifconfigCommand,
  imeCommand,
  inputCommand,
  ipCommand,
  locksettingsCommand,
  logCommand,
  logcatCommand,
  mediaCommand,
  monkeyCommand,
  pmCommand,
  rebootCommand,
  runAsCommand,
  screencapCommand,
  screenrecordCommand,
  serviceCommand,
  setpropCommand,
  settingsCommand,
  startCommand,
  stopCommand,
  SU_COMMAND,
  svcCommand,
  uiautomatorCommand,
  watchpropsCommand,
  wmCommand,
];
