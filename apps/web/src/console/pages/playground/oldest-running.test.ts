import { Sandbox } from "@terrarium/contract/sandbox";
import { expect, test } from "vitest";
import { oldestRunning } from "./oldest-running.ts";

const sandbox = (id: string, status: Sandbox["status"], startedAt: string) =>
  Sandbox.parse({
    id,
    templateId: "phone",
    templateName: "Phone",
    cpu: 2,
    memory: 2048,
    metadata: {},
    startedAt,
    expiresAt: startedAt,
    status,
    endedAt: null,
    endReason: null,
  });

test("returns the running sandbox with the earliest start, never an ended one", () => {
  const list = [
    sandbox("new", "Running", "2026-11-21T10:00:00Z"),
    sandbox("old", "Running", "2026-11-21T09:00:00.5Z"),
    sandbox("older", "Expired", "2026-11-21T08:00:00Z"),
  ];
  expect(oldestRunning(list)?.id).toBe("old");
  expect(oldestRunning(list.slice(2))).toBeUndefined();
});
