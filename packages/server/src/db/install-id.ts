import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";
import { readOrMakeSetting } from "./kept-setting.ts";

/** What tells this installation from others that use the same engines: made once, for all servers on the database. */
export const readOrCreateInstallId = (db: Database): Promise<string> => readOrMakeSetting(db, "install-id", randomUUID);
