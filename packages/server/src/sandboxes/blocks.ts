import type { Database } from "@terrarium/platform/db/database";

/** Number of consecutive sandbox numbers in a block. Never change it: stored counts belong to such blocks. */
export const BLOCK_SIZE = 512;

/** Count of a team's sandboxes with a number from `block * blockSize` to below that of the next block. */
export interface Block {
  block: number;
  size: number;
}

/** A sandbox with its number. Numbers are unique within a team and grow with each new sandbox. */
interface Numbered {
  organizationId: string;
  number: number;
}

/** Returns the next number in a team. The transaction must hold the team's lock. */
export async function nextNumber(transaction: Database, organizationId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom("sandboxes")
    .select((eb) => eb.fn.max("number").as("last"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Counts sandboxes that the same transaction inserts. */
export async function countIn(transaction: Database, added: readonly Numbered[], blockSize = BLOCK_SIZE) {
  for (const row of byBlock(added, blockSize)) {
    await transaction
      .insertInto("sandboxBlocks")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["organizationId", "block"])
          .doUpdateSet((eb) => ({ size: eb("sandboxBlocks.size", "+", row.size) })),
      )
      .execute();
  }
}

/** Removes sandboxes from the counts that the same transaction has deleted. Removes empty blocks. */
export async function countOut(transaction: Database, gone: readonly Numbered[], blockSize = BLOCK_SIZE) {
  for (const { organizationId, block, size } of byBlock(gone, blockSize)) {
    const left = await transaction
      .updateTable("sandboxBlocks")
      .set((eb) => ({ size: eb("size", "-", size) }))
      .where("organizationId", "=", organizationId)
      .where("block", "=", block)
      .returning("size")
      .executeTakeFirstOrThrow();
    if (left.size > 0) continue;
    await transaction
      .deleteFrom("sandboxBlocks")
      .where("organizationId", "=", organizationId)
      .where("block", "=", block)
      .execute();
  }
}

/** Returns the count of each block, always in the same order, so that concurrent counters cannot deadlock. */
function byBlock(sandboxes: readonly Numbered[], blockSize: number): Array<Block & { organizationId: string }> {
  const found = new Map<string, Block & { organizationId: string }>();
  for (const { organizationId, number } of sandboxes) {
    const block = Math.floor(number / blockSize);
    const key = `${organizationId} ${block}`;
    const entry = found.get(key) ?? { organizationId, block, size: 0 };
    entry.size += 1;
    found.set(key, entry);
  }
  return [...found.values()].toSorted((a, b) =>
    a.organizationId === b.organizationId ? a.block - b.block : a.organizationId < b.organizationId ? -1 : 1,
  );
}

/**
 * Returns the position of a team's sandbox that has `offset` newer ones, given the team's blocks from the newest.
 * `skip` sandboxes with a number below `below` precede it, fewer than a block holds. Returns undefined if there is
 * none.
 */
export function locate(
  blocks: readonly Block[],
  offset: number,
  blockSize = BLOCK_SIZE,
): { below: number; skip: number } | undefined {
  let skip = offset;
  for (const { block, size } of blocks) {
    if (skip < size) return { below: (block + 1) * blockSize, skip };
    skip -= size;
  }
  return undefined;
}
