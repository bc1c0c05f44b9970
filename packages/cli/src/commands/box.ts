import type { Command } from "@commander-js/extra-typings";
import { LISTED_BOX_STATUSES } from "@terrarium/contract/boxes";
import { BOX_START } from "@terrarium/contract/limits";
import type { Box } from "@terrarium/sdk/box";
import { UsageError } from "../exit-codes.ts";
import { printOne, printRows, tell } from "../output/print.ts";
import type { Column } from "../output/table.ts";
import { connect } from "../settings/connect.ts";
import { addCopyCommand } from "./copy.ts";
import { addExecCommand } from "./exec.ts";
import { collectPair, given, readCount, readDuration, readSomeOf } from "./given.ts";
import { leaf } from "./leaf.ts";

const pairsOf = (record: Record<string, string>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

const COLUMNS: Column<Box>[] = [
  { title: "ID", value: ({ id }) => id },
  { title: "NAME", value: ({ config }) => config.name },
  { title: "STATUS", value: ({ status }) => status },
  { title: "TEMPLATE", value: ({ config }) => config.templateId },
  { title: "CREATED", value: ({ createdAt }) => createdAt },
  { title: "EXPIRES", value: ({ expiresAt }) => expiresAt },
  { title: "LABELS", value: ({ config }) => pairsOf(config.labels) || undefined },
];
const DETAILS: Column<Box>[] = [
  ...COLUMNS.slice(0, 3),
  { title: "REASON", value: ({ reason }) => reason },
  ...COLUMNS.slice(3),
  { title: "CPU", value: ({ config }) => config.cpu },
  { title: "MEMORY", value: ({ config }) => `${config.memory} MB` },
  { title: "SCREEN", value: ({ config: { resolution } }) => resolution && `${resolution.width}x${resolution.height}` },
];

const LONGEST_START = `${BOX_START.maxTimeoutMs / 60_000}m`;
const DEFAULT_START = `${BOX_START.timeoutMs / 1_000}s`;

export function addBoxCommands(program: Command): void {
  const box = program.command("box").description("boxes: devices to use for a while");
  leaf(box, "create", "make a box; answers when its device is ready")
    .option("--name <name>", "what people call it")
    .option("--template <id>", "what it is made from; default: the phone")
    .option("--snapshot <name>", "the snapshot whose files a Linux box begins with")
    .option("--expires-in <duration>", 'how long it lives, such as "5m"; default: an hour', readDuration)
    .option("--keep-alive <duration>", "for how long each use keeps it at least", readDuration)
    .option(
      "--timeout <duration>",
      `how long its device may take, up to "${LONGEST_START}" (default: "${DEFAULT_START}")`,
      readDuration,
    )
    .option("--label <name=value>", "a label; may be given several times", collectPair)
    .option("--env <name=value>", "a variable of its commands; may be given several times", collectPair)
    .option("--reuse", "take the running box that has these labels, if there is one")
    .option("--idempotency-key <key>", "sent again with the same key, it answers the same box")
    .action(async (options) => {
      const { boxes } = await connect(options);
      const { name, template: templateId, snapshot: snapshotName, expiresIn, keepAlive } = options;
      const { label: labels, env: envs, timeout, idempotencyKey } = options;
      if (options.reuse && !labels) throw new UsageError("--reuse goes by labels: give at least one --label");
      const config = given({ name, templateId, snapshotName, expiresIn, keepAlive, labels, envs });
      const reuse = options.reuse && labels ? { reuse: { labels } } : {};
      printOne(
        options.output,
        DETAILS,
        await boxes.create({ config, ...reuse, ...given({ timeout, idempotencyKey }) }),
      );
    });
  leaf(box, "list", "the boxes of the team, newest first")
    .option("--status <status>", "of this status, or of several with commas between", readSomeOf(LISTED_BOX_STATUSES))
    .option("--label <name=value>", "with this label; may be given several times", collectPair)
    .option("--limit <count>", "how many at most", readCount, 100)
    .action(async (options) => {
      const { boxes } = await connect(options);
      const { limit, status, label: labels } = options;
      const found: Box[] = [];
      for await (const each of boxes.all({ limit, ...given({ status, labels }) })) found.push(each);
      printRows(options.output, COLUMNS, found);
    });
  leaf(box, "inspect <box>", "one box").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await boxes.get(id));
  });
  leaf(box, "extend <box>", 'let a box run for at least so long from now, such as "30m"')
    .argument("<duration>", "how long", readDuration)
    .action(async (id, expiresIn, options) => {
      const { boxes } = await connect(options);
      printOne(options.output, DETAILS, await (await boxes.get(id)).extend({ expiresIn }));
    });
  leaf(box, "stop <box>", "free a box's machine and keep its files and apps' data").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await (await boxes.get(id)).stop());
  });
  leaf(box, "start <box>", "start the device of a stopped box again").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await (await boxes.get(id)).start());
  });
  leaf(box, "terminate <box...>", "end boxes; ending one that has ended changes nothing").action(
    async (ids, options) => {
      const { boxes } = await connect(options);
      for (const id of ids) {
        await boxes.terminate(id);
        tell(`ended ${id}`);
      }
    },
  );
  addExecCommand(box);
  addCopyCommand(box);
}
