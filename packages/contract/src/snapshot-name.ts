import { z } from "zod";
import { REFUSED_SNAPSHOT_NAME } from "./form-rules.ts";
import { SNAPSHOTS } from "./limits.ts";

/** Name that a team gives a snapshot. It is part of addresses. */
export const SnapshotName = z.string().regex(SNAPSHOTS.name.pattern, REFUSED_SNAPSHOT_NAME.characters);
