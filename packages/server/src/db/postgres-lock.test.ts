import { expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { providePostgres } from "./both-databases.ts";
import { lockPostgres } from "./postgres-lock.ts";

const postgres = providePostgres();
const ignore = () => {};

test("a second server on a database is refused while the first is there, and let in afterwards", async () => {
  const address = await postgres.createDatabase();
  const first = await lockPostgres(address, ignore);
  await expect(lockPostgres(address, ignore)).rejects.toThrow(ConfigError);
  await first.release();
  const second = await lockPostgres(address, ignore);
  await second.release();
});
