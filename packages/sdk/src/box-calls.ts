import { getBoxActions } from "@terrarium/contract/actions";
import { executeBoxCommands, getBoxWebSocketUrl, runBoxCode } from "@terrarium/contract/box-commands";
import { getPresignedUrl } from "@terrarium/contract/box-storage";
import { getBox, getBoxLog, getBoxThumbnail, terminateBox } from "@terrarium/contract/boxes";

/** The calls on one box that answer the box itself: its fields are then what was answered. */
export const BOX_CHANGES = { refresh: getBox } as const;

/** Other calls on one box. */
export const BOX_CALLS = { terminate: terminateBox, log: getBoxLog, thumbnail: getBoxThumbnail } as const;

/** The same in groups, `box.actions.…` and so on. To add an endpoint of the contract, add a line. */
export const BOX_GROUPS = {
  actions: { list: getBoxActions },
  commands: { run: executeBoxCommands, runCode: runBoxCode, websocketUrl: getBoxWebSocketUrl },
  files: {},
  storage: { presignedUrl: getPresignedUrl },
} as const;
