import type { Insertable } from "kysely";
import type { Schema } from "../db/schema.ts";

/** For tests: returns a new sandbox of org_1 as a table row. Its number is unique in its team. */
export const newSandboxRow = (id: string, number: number) =>
  ({
    id,
    number,
    organizationId: "org_1",
    name: null,
    templateId: "tpl_phone",
    templateName: "Phone",
    provider: "embedded",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 720,
    heightPx: 1280,
    kind: "phone",
    metadata: "{}",
    envs: "{}",
    workingDir: "/data/local/tmp",
    keepAliveMs: 0,
    lifetimeMs: null,
    osVersion: "15",
    storageMb: 512,
    adbKeySealed: "sealed",
    replicaId: "replica_1",
    creatorId: null,
    creatorKeyId: null,
    createdAt: 1_000,
    startedAt: 1_000,
    updatedAt: 1_000,
    expiresAt: 61_000,
  }) satisfies Omit<Insertable<Schema["sandboxes"]>, "state">;
