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
import { collectPair, given, readClock, readCount, readDuration, readSomeOf } from "./given.ts";
import { leaf } from "./leaf.ts";
import { addPortCommand } from "./port.ts";

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

const bytesOf = (bytes: number | null | undefined, unit = "MB"): string =>
  bytes === null || bytes === undefined ? "not measured" : `${(bytes / 1e6).toFixed(1)} ${unit}`;

type BoxMetrics = Awaited<ReturnType<Box["metrics"]>>;
const METRICS: Column<BoxMetrics>[] = [
  { title: "CPU", value: ({ limits, samples }) => `${samples.at(-1)?.cpu ?? 0} of ${limits.cpu} cores` },
  {
    title: "MEMORY",
    value: ({ limits, samples }) => `${bytesOf(samples.at(-1)?.memoryBytes)} of ${bytesOf(limits.memoryBytes)}`,
  },
  {
    title: "DISK",
    value: ({ limits, samples }) => `${bytesOf(samples.at(-1)?.diskBytes)} of ${bytesOf(limits.diskBytes)}`,
  },
  { title: "RECEIVED", value: ({ samples }) => bytesOf(samples.at(-1)?.receivedBytesPerSecond, "MB/s") },
  { title: "SENT", value: ({ samples }) => bytesOf(samples.at(-1)?.sentBytesPerSecond, "MB/s") },
];

const LONGEST_START = `${BOX_START.maxTimeoutMs / 60_000}m`;
const DEFAULT_START = `${BOX_START.timeoutMs / 1_000}s`;

export function addBoxCommands(program: Command): void {
  const box = program.command("box").description("create and manage boxes (devices)");
  leaf(box, "create", "create a box and wait until its device is ready")
    .option("--name <name>", "name for people")
    .option("--template <id>", "template of the box; default: the phone")
    .option("--snapshot <name>", "snapshot whose files a Linux box starts with")
    .option("--seed <text>", "for a phone: its serial number, ids and random values follow from this")
    .option(
      "--clock <clock>",
      'for a phone: "real", or its first time and speed, such as "2026-03-04T09:41:00Z@0" (0: passes only with actions)',
      readClock,
    )
    .option("--expires-in <duration>", 'lifetime, such as "5m"; default: an hour', readDuration)
    .option("--keep-alive <duration>", "minimum lifetime after each use", readDuration)
    .option(
      "--timeout <duration>",
      `time to wait for its device, up to "${LONGEST_START}" (default: "${DEFAULT_START}")`,
      readDuration,
    )
    .option("--label <name=value>", "a label; repeatable", collectPair)
    .option("--env <name=value>", "an environment variable of its commands; repeatable", collectPair)
    .option("--reuse", "reuse a running box with these labels, if there is one")
    .option("--idempotency-key <key>", "a repeated command with the same key returns the same box")
    .action(async (options) => {
      const { boxes } = await connect(options);
      const { name, template: templateId, snapshot: snapshotName, expiresIn, keepAlive, seed, clock } = options;
      const { label: labels, env: envs, timeout, idempotencyKey } = options;
      if (options.reuse && !labels) throw new UsageError("--reuse needs at least one --label");
      const config = given({ name, templateId, snapshotName, seed, clock, expiresIn, keepAlive, labels, envs });
      const reuse = options.reuse && labels ? { reuse: { labels } } : {};
      printOne(
        options.output,
        DETAILS,
        await boxes.create({ config, ...reuse, ...given({ timeout, idempotencyKey }) }),
      );
    });
  leaf(box, "list", "list the team's boxes, newest first")
    .option("--status <status>", "one status, or several separated by commas", readSomeOf(LISTED_BOX_STATUSES))
    .option("--label <name=value>", "only boxes with this label; repeatable", collectPair)
    .option("--limit <count>", "maximum number of boxes", readCount, 100)
    .action(async (options) => {
      const { boxes } = await connect(options);
      const { limit, status, label: labels } = options;
      const found: Box[] = [];
      for await (const each of boxes.all({ limit, ...given({ status, labels }) })) found.push(each);
      printRows(options.output, COLUMNS, found);
    });
  leaf(box, "inspect <box>", "show one box").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await boxes.get(id));
  });
  leaf(box, "metrics <box>", "show what a running box uses; --output json lists the samples").action(
    async (id, options) => {
      const { boxes } = await connect(options);
      printOne(options.output, METRICS, await (await boxes.get(id)).metrics());
    },
  );
  leaf(box, "extend <box>", 'extend the lifetime of a box to at least this long from now, such as "30m"')
    .argument("<duration>", "remaining lifetime", readDuration)
    .action(async (id, expiresIn, options) => {
      const { boxes } = await connect(options);
      printOne(options.output, DETAILS, await (await boxes.get(id)).extend({ expiresIn }));
    });
  leaf(box, "stop <box>", "stop a box and keep its files and app data").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await (await boxes.get(id)).stop());
  });
  leaf(box, "start <box>", "restart a stopped box").action(async (id, options) => {
    const { boxes } = await connect(options);
    printOne(options.output, DETAILS, await (await boxes.get(id)).start());
  });
  leaf(box, "terminate <box...>", "end boxes; does nothing if a box has ended already").action(async (ids, options) => {
    const { boxes } = await connect(options);
    for (const id of ids) {
      await boxes.terminate(id);
      tell(`ended ${id}`);
    }
  });
  addExecCommand(box);
  addCopyCommand(box);
  addPortCommand(box);
}
