import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Subcommands } from "../android-command.ts";
import { Arguments } from "../arguments.ts";

const SHELL_PACKAGE = "com.android.shell";

/** Values of `zen_mode` (AOSP NotificationShellCmd.java, Settings.Global ZEN_MODE_*). */
const ZEN_MODES = new Map([
  ["off", "0"],
  ["all", "0"],
  ["priority", "1"],
  ["on", "2"],
  ["none", "2"],
  ["alarms", "3"],
]);

/** Subcommands of `cmd notification` (AOSP NotificationShellCmd.java). */
export const notificationSubcommands: Subcommands = {
  usage:
    "Notification commands:\n  post [-t TITLE] TAG TEXT\n  list\n  cancel TAG\n  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]\n",
  commands: {
    post: async (list, { system }) => {
      const args = new Arguments(list);
      let title = "Shell";
      for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
        const value = args.require(option);
        if (option === "-t" || option === "--title") title = value;
      }
      const [id, ...words] = [args.require("post"), args.require("TAG"), ...args.rest()];
      await system.postNotification({ packageName: SHELL_PACKAGE, id: id ?? "", title, text: words.join(" ") });
      return `posting:\n  ${title}: ${words.join(" ")}\n`;
    },
    list: async (_args, { system }) =>
      (await system.notifications()).map(({ packageName, id }) => `0|${packageName}|${id}|null|0\n`).join(""),
    set_dnd: async ([mode = ""], { system }) => {
      const value = ZEN_MODES.get(mode);
      if (value === undefined) throw new CommandError(`Error: DND mode "${mode}" is unknown`, 255);
      await system.putSetting("global", "zen_mode", value);
    },
    cancel: async ([id = ""], { system }) => system.cancelNotification(SHELL_PACKAGE, id),
  },
};
