import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getBoxActions } from "@terrarium/contract/actions";
import {
  createBox,
  extendBox,
  getBoxLastLines,
  getBoxLog,
  startBox,
  stopBox,
  terminateBox,
} from "@terrarium/contract/boxes";
import type { BodyInputOf, ResponseOf } from "@terrarium/contract/endpoint";
import { SANDBOX_PAGE_SIZE, SANDBOX_SEARCH_MAX_CHARS, SESSION_LIMIT_MS } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import { deleteSandbox, getSandbox, getSandboxList, renameSandbox, type Sandbox } from "@terrarium/contract/sandbox";
import { serverNow } from "../session/server-clock.ts";
import { ApiError, ConnectionError } from "./api-error.ts";
import { billingQuery } from "./billing.ts";
import { TEAM_LIMITS } from "./budget.ts";
import { call } from "./call.ts";
import { SANDBOX_COSTS } from "./usage.ts";
import { useChange } from "./use-change.ts";

const KEY = "sandboxes";

type SandboxList = ResponseOf<typeof getSandboxList>;
/** Filter and order of a team's sandbox list. */
export type ListRequest = Omit<BodyInputOf<typeof getSandboxList>, "organizationId">;

const listQuery = (organizationId: string, request: ListRequest) =>
  queryOptions({
    queryKey: [KEY, organizationId, request],
    queryFn: async ({ signal, client }) => {
      const body = { pageSize: SANDBOX_PAGE_SIZE, ...request, organizationId };
      const list = await call(getSandboxList, { body, signal });
      // Costs grow while sandboxes run, so they are as fresh as the list.
      void client.invalidateQueries({ queryKey: [SANDBOX_COSTS, organizationId] });
      return list;
    },
    staleTime: 0,
  });

/** Queries a page of a team's sandboxes. While another page of the same team loads, the previous page stays. */
export const useSandboxes = (organizationId: string, request: ListRequest) =>
  useQuery({
    ...listQuery(organizationId, request),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === organizationId ? last : undefined),
  });

const STATUS_INTERVAL_MS = 5_000;
const ACTIONS_INTERVAL_MS = 1_500;
const SHOWN_ACTIONS = 200;

/** Returns whether the sandbox does not exist (any more), so that a retry cannot help. */
export const isUnknownSandbox = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "sandbox_not_found";

/** Returns a sandbox of a team, or of another of the user's teams. Throws the errors of `call`. */
async function findSandbox(organizationId: string, sandboxId: string, signal: AbortSignal) {
  try {
    return await call(getSandbox, { body: { sandboxId, organizationId }, signal });
  } catch (error) {
    if (!isUnknownSandbox(error)) throw error;
    return call(getSandbox, { body: { sandboxId }, signal });
  }
}

/** Queries a sandbox and polls it while it is alive. It may belong to another of the user's teams. */
export const useSandbox = (organizationId: string, sandboxId: string) =>
  useQuery({
    queryKey: ["sandbox", organizationId, sandboxId],
    queryFn: ({ signal }) => findSandbox(organizationId, sandboxId, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      data?.endedAt === null && !isUnknownSandbox(error) ? STATUS_INTERVAL_MS : false,
  });

/** Queries the latest actions on a sandbox's device, newest first. Polls while `isLive`. */
export const useSandboxActions = (sandboxId: string, isLive: boolean) =>
  useQuery({
    queryKey: ["actions", sandboxId],
    queryFn: async ({ signal }) => {
      const query = { limit: SHOWN_ACTIONS };
      return (await call(getBoxActions, { params: { boxId: sandboxId }, query, signal })).data;
    },
    staleTime: 0,
    refetchInterval: isLive ? ACTIONS_INTERVAL_MS : false,
  });

/** Queries the saved log of an ended sandbox; null if none was saved. */
export const useKeptLog = (sandboxId: string) =>
  useQuery({
    queryKey: ["log", sandboxId],
    queryFn: async ({ signal }) => (await call(getBoxLog, { params: { boxId: sandboxId }, signal })).log,
  });

const LAST_LINES_INTERVAL_MS = 5_000;

/** Queries and polls the last lines of the shells and commands of a sandbox without a screen, while `isLive`. */
export const useLastLines = (sandboxId: string, isLive: boolean) =>
  useQuery({
    queryKey: ["last-lines", sandboxId],
    queryFn: async ({ signal }) => (await call(getBoxLastLines, { params: { boxId: sandboxId }, signal })).lines,
    enabled: isLive,
    staleTime: 0,
    refetchInterval: LAST_LINES_INTERVAL_MS,
  });

/**
 * Returns the team's sandboxes on the pages loaded so far, always including the first page, and those found by a
 * search. `isSearching` is true until the server has answered the search.
 */
export function useKnownSandboxes(
  organizationId: string,
  search: string,
): { sandboxes: Sandbox[]; isSearching: boolean } {
  const queries = useQueryClient();
  useQuery(listQuery(organizationId, { page: 1 }));
  const text = search.trim().slice(0, SANDBOX_SEARCH_MAX_CHARS);
  const found = useQuery({ ...listQuery(organizationId, { page: 1, search: text }), enabled: text !== "" });
  const pages = queries.getQueriesData<SandboxList>({ queryKey: [KEY, organizationId] });
  const sandboxes = pages.flatMap(([, list]) => list?.data ?? []);
  // A sandbox that moved to another page is on both.
  return {
    sandboxes: [...new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox])).values()],
    isSearching: found.isFetching,
  };
}

/** Fetches the first page of a team's running sandboxes, ordered by start time, oldest first. */
export const firstSandboxes = async (organizationId: string) => {
  const firstStarted = { status: "Running", sort: { by: "started", order: "ascending" } } as const;
  return (
    await call(getSandboxList, { body: { page: 1, pageSize: SANDBOX_PAGE_SIZE, organizationId, ...firstStarted } })
  ).data;
};

export const removeSandbox = (organizationId: string, sandboxId: string) =>
  call(deleteSandbox, { body: { sandboxId, organizationId } });

/** Ends a sandbox by its id. A missing sandbox counts as ended. Refetches the lists. */
export function useEndSandbox() {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (boxId: string) =>
      call(terminateBox, { params: { boxId } }).catch((error: unknown) => {
        if (!isUnknownSandbox(error)) throw error;
        return {};
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Stops a running sandbox or starts a stopped one. Refetches its data after success and failure. */
export function useSwitchSandbox() {
  const queries = useQueryClient();
  return useChange({
    mutationFn: ({ boxId, to }: { boxId: string; to: "stopped" | "running" }) =>
      call(to === "stopped" ? stopBox : startBox, { params: { boxId }, body: {} }),
    onSettled: () => Promise.all([KEY, "sandbox", "log"].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}

export const EXTENSION_MINUTES = 30;

/** Time for a request to reach the server, which compares the lifetime with the plan's limit then. */
const REQUEST_MS = 2_000;
/** Extensions below this are not worth a request: the server's refusal says what the plan allows. */
const MIN_EXTENSION_MS = 5_000;

/**
 * Returns the lifetime to ask for, in milliseconds from now: EXTENSION_MINUTES more, or as much as the plan leaves of
 * the time since the sandbox's start.
 */
export function extendedLifetimeMs(
  { startedAt, expiresAt }: Pick<Sandbox, "startedAt" | "expiresAt">,
  plan: PlanName,
  nowMs: number,
): number {
  const leftMs = Math.max(0, Date.parse(expiresAt) - nowMs);
  const wantedMs = leftMs + EXTENSION_MINUTES * 60_000;
  const mostMs = Date.parse(startedAt) + SESSION_LIMIT_MS[plan] - nowMs - REQUEST_MS;
  return mostMs < leftMs + MIN_EXTENSION_MS ? wantedMs : Math.min(wantedMs, mostMs);
}

/** Extends the lifetime of a team's sandboxes by EXTENSION_MINUTES, or by less if the plan does not leave as much. */
export function useExtendSandbox(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: async (sandbox: Pick<Sandbox, "id" | "startedAt" | "expiresAt">) => {
      const { plan } = await queries.fetchQuery(billingQuery(organizationId));
      const expiresIn = `${Math.floor(extendedLifetimeMs(sandbox, plan, serverNow()) / 1_000)}s`;
      return call(extendBox, { params: { boxId: sandbox.id }, body: { expiresIn } });
    },
    onSettled: () => Promise.all([KEY, "sandbox"].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}

/** Refetches the data that changes when sandboxes are created or end. */
async function refresh(queries: QueryClient, organizationId: string): Promise<void> {
  const changed = [
    [KEY, organizationId],
    [TEAM_LIMITS, organizationId],
  ];
  await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** A sandbox that could not be deleted, and the reason. */
export interface DeletionFailure {
  sandboxId: string;
  error: unknown;
}

/** Deletes sandboxes and returns the failures. Does not reject. */
export function useDeleteSandboxes(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: async (sandboxIds: readonly string[]): Promise<DeletionFailure[]> => {
      const remove = (sandboxId: string) =>
        removeSandbox(organizationId, sandboxId).then(
          () => [],
          (error: unknown) => [{ sandboxId, error }],
        );
      return (await Promise.all(sandboxIds.map(remove))).flat();
    },
    onSuccess: () => refresh(queries, organizationId),
  });
}

/** Idempotency keys of creations without a response. A repeated request for the same sandbox reuses its key. */
const unanswered = new Map<string, string>();

/** Removes the key while a call is pending, so that an identical request made meanwhile creates another sandbox. */
function takeKey(asked: string): string {
  const key = unanswered.get(asked) ?? `console-${Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-")}`;
  unanswered.delete(asked);
  return key;
}

/** Longer than the default of the API: a user is watching, and Android takes a minute to boot. */
const START_TIMEOUT = "2m";

export type NewSandbox = NonNullable<BodyInputOf<typeof createBox>["config"]>;

/** Creates a sandbox of a team. A repeated request after a missing response does not create a second sandbox. */
export async function createSandbox(organizationId: string, config: NewSandbox) {
  const body = { organizationId, config, timeout: START_TIMEOUT } as const;
  const asked = JSON.stringify(body);
  const idempotencyKey = takeKey(asked);
  try {
    return await call(createBox, { body, idempotencyKey });
  } catch (error) {
    if (error instanceof ConnectionError) unanswered.set(asked, idempotencyKey);
    throw error;
  }
}

export function useCreateSandbox(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (config: NewSandbox) => createSandbox(organizationId, config),
    onSuccess: () => refresh(queries, organizationId),
  });
}

/** Renames a sandbox. An empty name removes the name. */
export function useRenameSandbox(organizationId: string, sandboxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (name: string) => call(renameSandbox, { body: { organizationId, sandboxId, name } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["sandbox", organizationId, sandboxId] }),
        queries.invalidateQueries({ queryKey: [KEY, organizationId] }),
      ]),
  });
}
