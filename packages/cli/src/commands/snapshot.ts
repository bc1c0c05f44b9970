import type { Command } from "@commander-js/extra-typings";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { Snapshot } from "@terrarium/contract/snapshots";
import { printOne, printRows, tell } from "../output/print.ts";
import { bytesInWords } from "../output/progress.ts";
import type { Column } from "../output/table.ts";
import { connect } from "../settings/connect.ts";
import { leaf } from "./leaf.ts";

const COLUMNS: Column<Snapshot>[] = [
  { title: "NAME", value: ({ name }) => name },
  { title: "TYPE", value: ({ boxType }) => boxType },
  { title: "SIZE", value: ({ sizeBytes }) => bytesInWords(sizeBytes) },
  { title: "CREATED", value: ({ createdAt }) => createdAt },
  { title: "OF", value: ({ origin }) => (origin === undefined ? "unknown" : (origin.boxName ?? origin.boxId)) },
  { title: "TEMPLATE", value: ({ origin }) => origin?.templateId ?? "unknown" },
  { title: "BY", value: ({ origin }) => makerOf(origin) },
];

/** Returns the creator of a snapshot. A creator without a name left the team or was deleted. */
function makerOf(origin: Snapshot["origin"]): string {
  if (origin === undefined) return "unknown";
  return origin.actorName ?? (origin.actorKind === "user" ? "somebody who left" : "a deleted API key");
}

export function addSnapshotCommands(program: Command): void {
  const snapshot = program
    .command("snapshot")
    .description("saved files of Linux boxes for new boxes (box create --snapshot)");
  leaf(snapshot, "create <box> <name>", "save the files of a running Linux box's home; the box keeps running").action(
    async (id, name, options) => {
      const { snapshots } = await connect(options);
      printOne(options.output, COLUMNS, await snapshots.create(id, { name }));
    },
  );
  leaf(snapshot, "list", "list the team's snapshots, newest first").action(async (options) => {
    const { snapshots } = await connect(options);
    const { data } = await snapshots.list({ pageSize: SNAPSHOTS.perOrganization.snapshots });
    printRows(options.output, COLUMNS, data);
  });
  leaf(snapshot, "inspect <snapshot>", "show one snapshot").action(async (name, options) => {
    const { snapshots } = await connect(options);
    printOne(options.output, COLUMNS, await snapshots.get(name));
  });
  leaf(snapshot, "delete <snapshot...>", "delete snapshots; boxes created from them keep their files").action(
    async (names, options) => {
      const { snapshots } = await connect(options);
      for (const name of names) {
        await snapshots.delete(name);
        tell(`deleted ${name}`);
      }
    },
  );
}
