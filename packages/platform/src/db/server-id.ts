import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * Returns the id of a data directory (file `server.id`), created at the first start. The caller must hold the
 * directory's lock.
 */
export function readOrCreateServerId(dataDir: string): string {
  const file = path.join(dataDir, "server.id");
  const kept = z.uuid().safeParse(existsSync(file) ? readFileSync(file, "utf8").trim() : undefined);
  if (kept.success) return kept.data;
  const made = randomUUID();
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}
