import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import type { NewSandbox } from "../sandboxes/store.ts";

/** For tests: returns a new sandbox of org_1, as it is first recorded. */
export const newSandbox = (id: string, overrides: Partial<NewSandbox> = {}): NewSandbox => {
  const { number: _, ...row } = newSandboxRow(id, 0);
  return { ...row, metadata: { job: "a" }, envs: {}, ...overrides };
};
