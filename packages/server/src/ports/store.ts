import type { Database } from "@terrarium/platform/db/database";

export interface PublicPortStore {
  /** Records a port, unless the sandbox already has `limit` others. Returns whether it is recorded. */
  insertWithin(limit: number, sandboxId: string, port: number, now: number): Promise<boolean>;
  delete(sandboxId: string, port: number): Promise<void>;
  has(sandboxId: string, port: number): Promise<boolean>;
  /** Returns a sandbox's public ports in order. */
  list(sandboxId: string): Promise<number[]>;
}

/** Stores the ports of sandboxes that anybody may reach. */
export function createPublicPortStore(db: Database): PublicPortStore {
  const ofSandbox = (sandboxId: string) => db.selectFrom("publicPorts").where("sandboxId", "=", sandboxId);

  return {
    async insertWithin(limit, sandboxId, port, now) {
      const row = { sandboxId, port, createdAt: now };
      await db
        .insertInto("publicPorts")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const ports = await ofSandbox(sandboxId).select("port").execute();
      if (ports.length <= limit) return true;
      // Of concurrent requests beyond the limit, each takes back its own.
      await db.deleteFrom("publicPorts").where("sandboxId", "=", sandboxId).where("port", "=", port).execute();
      return false;
    },
    async delete(sandboxId, port) {
      await db.deleteFrom("publicPorts").where("sandboxId", "=", sandboxId).where("port", "=", port).execute();
    },
    has: async (sandboxId, port) =>
      (await ofSandbox(sandboxId).select("port").where("port", "=", port).executeTakeFirst()) !== undefined,
    list: async (sandboxId) =>
      (await ofSandbox(sandboxId).select("port").orderBy("port").execute()).map(({ port }) => port),
  };
}
