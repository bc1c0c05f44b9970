import type { Command } from "@commander-js/extra-typings";
import { download } from "../copy/download.ts";
import { parsePlace } from "../copy/place.ts";
import { upload } from "../copy/upload.ts";
import { UsageError } from "../exit-codes.ts";
import { printJson } from "../output/print.ts";
import { connect } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

export function addCopyCommand(box: Command): void {
  leaf(box, "cp <from> <to>", "copy files and folders: cp FILE BOX:/sdcard/, cp BOX:/sdcard/DCIM .").action(
    async (fromText, toText, options) => {
      const [from, to] = [parsePlace(fromText), parsePlace(toText)];
      if ((from.boxId === undefined) === (to.boxId === undefined))
        throw new UsageError("One path must be on a box (BOX:/path), and the other on this machine");
      const { http } = await connect(options);
      const copied =
        to.boxId === undefined
          ? await download(http, { boxId: from.boxId ?? "", path: from.path }, to.path)
          : await upload(http, from.path, { boxId: to.boxId, path: to.path });
      if (options.output === "json") printJson(copied);
    },
  );
}
