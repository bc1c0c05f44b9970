import { z } from "zod";
import { REFUSED_SNAPSHOT_NAME } from "./form-rules.ts";
import { SNAPSHOTS } from "./limits.ts";

/** What a team calls a snapshot: it stands in addresses. */
export const SnapshotName = z.string().regex(SNAPSHOTS.name.pattern, REFUSED_SNAPSHOT_NAME.characters);
