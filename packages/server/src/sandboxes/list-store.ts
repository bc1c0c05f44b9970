import type { Database } from "@terrarium/platform/db/database";
import { prepareQuery } from "@terrarium/platform/db/prepared";
import { BLOCK_SIZE, type Block, locate } from "./blocks.ts";
import { COLUMNS, isActive, LIVE, toRecord } from "./rows.ts";
import type { SandboxRecord } from "./sandbox.ts";

/** Sandboxes that have not ended, that have ended, or both. */
export type ListedKind = "Active" | "Ended" | "All";

/** Counts of a team's sandboxes: not ended, running among these, and ended. */
export interface SandboxCounts {
  active: number;
  running: number;
  ended: number;
}

/** Reads lists of a team's sandboxes, always the newest first. */
export interface SandboxListStore {
  count(organizationId: string): Promise<SandboxCounts>;
  /** Reads a page in constant time, wherever it begins (decision 20). */
  page(
    organizationId: string,
    kind: ListedKind,
    offset: number,
    limit: number,
  ): Promise<{ rows: SandboxRecord[]; counts: SandboxCounts }>;
  /** Yields all sandboxes of a kind, at most a block at a time. */
  walk(organizationId: string, kind: ListedKind): AsyncGenerator<SandboxRecord[]>;
  /** Returns those that still exist, in no particular order. */
  findAll(ids: readonly string[]): Promise<SandboxRecord[]>;
}

export function createSandboxListStore(db: Database, blockSize = BLOCK_SIZE): SandboxListStore {
  const select = () => db.selectFrom("sandboxes").select(COLUMNS);
  const countOf = prepareQuery(db, ({ organizationId }: { organizationId: string }) =>
    db.selectNoFrom((eb) => [
      eb
        .selectFrom("sandboxBlocks")
        .select(({ fn }) => fn.sum<number | null>("size").as("sum"))
        .where("organizationId", "=", organizationId)
        .as("all"),
      eb
        .selectFrom("sandboxes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("organizationId", "=", organizationId)
        // Filters by state name; otherwise SQLite reads all states of the team from their index.
        .where("state", "in", LIVE)
        .as("active"),
      eb
        .selectFrom("sandboxes")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("organizationId", "=", organizationId)
        .where("state", "=", "running")
        .as("running"),
    ]),
  );
  const blocksOf = prepareQuery(db, ({ organizationId }: { organizationId: string }) =>
    db
      .selectFrom("sandboxBlocks")
      .select(["block", "size"])
      .where("organizationId", "=", organizationId)
      .orderBy("block", "desc"),
  );
  const activeNumbers = prepareQuery(db, ({ organizationId }: { organizationId: string }) =>
    db
      .selectFrom("sandboxes")
      .select(["number", "state"])
      .where("organizationId", "=", organizationId)
      .where(isActive)
      .orderBy("number", "desc"),
  );
  const activePage = prepareQuery(db, (page: { organizationId: string; offset: number; limit: number }) =>
    select()
      .where("organizationId", "=", page.organizationId)
      .where(isActive)
      .orderBy("number", "desc")
      .limit(page.limit)
      .offset(page.offset),
  );
  type Start = { organizationId: string; below: number; skip: number; limit: number };
  const from = (page: Start) =>
    select()
      .where("organizationId", "=", page.organizationId)
      .where("number", "<", page.below)
      .orderBy("number", "desc")
      .limit(page.limit)
      .offset(page.skip);
  const pageFrom = {
    All: prepareQuery(db, from),
    Ended: prepareQuery(db, (page: Start) => from(page).where("state", "=", "ended")),
  };
  const span = prepareQuery(db, (values: { organizationId: string; from: number; below: number }) =>
    select()
      .where("organizationId", "=", values.organizationId)
      .where("number", ">=", values.from)
      .where("number", "<", values.below)
      .orderBy("number", "desc"),
  );

  const store: SandboxListStore = {
    async count(organizationId) {
      const [counts] = await countOf({ organizationId });
      const { active, running } = { active: counts?.active ?? 0, running: counts?.running ?? 0 };
      return { active, running, ended: (counts?.all ?? 0) - active };
    },

    async page(organizationId, kind, offset, limit) {
      if (kind === "Active") {
        const rows = await activePage({ organizationId, offset, limit });
        return { rows: rows.map(toRecord), counts: await store.count(organizationId) };
      }
      const blocks = await blocksOf({ organizationId });
      // The plan limits their number.
      const live = await activeNumbers({ organizationId });
      const listed = kind === "All" ? blocks : without(blocks, live, blockSize);
      const start = locate(listed, offset, blockSize);
      const rows = start ? await pageFrom[kind]({ organizationId, ...start, limit }) : [];
      const running = live.filter(({ state }) => state === "running").length;
      return {
        rows: rows.map(toRecord),
        counts: { active: live.length, running, ended: sum(blocks) - live.length },
      };
    },

    async *walk(organizationId, kind) {
      if (kind === "Active") {
        const rows = await activePage({ organizationId, offset: 0, limit: Number.MAX_SAFE_INTEGER });
        yield rows.map(toRecord);
        return;
      }
      for (const { block } of await blocksOf({ organizationId })) {
        const rows = await span({ organizationId, from: block * blockSize, below: (block + 1) * blockSize });
        yield rows.filter(({ state }) => kind === "All" || state === "ended").map(toRecord);
      }
    },

    findAll: async (ids) => (ids.length === 0 ? [] : (await select().where("id", "in", ids).execute()).map(toRecord)),
  };
  return store;
}

const sum = (blocks: readonly Block[]): number => blocks.reduce((total, { size }) => total + size, 0);

/** Returns the counts of blocks without the given sandboxes. */
function without(blocks: readonly Block[], some: readonly { number: number }[], blockSize: number): Block[] {
  const less = new Map<number, number>();
  for (const { number } of some) {
    const block = Math.floor(number / blockSize);
    less.set(block, (less.get(block) ?? 0) + 1);
  }
  return blocks.map(({ block, size }) => ({ block, size: size - (less.get(block) ?? 0) }));
}
