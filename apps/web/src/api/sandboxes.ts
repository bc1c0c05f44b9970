import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getBoxActions } from "@terrarium/contract/actions";
import { createBox, terminateBox } from "@terrarium/contract/boxes";
import type { BodyInputOf, ResponseOf } from "@terrarium/contract/endpoint";
import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import { deleteSandbox, getSandbox, getSandboxList, type Sandbox } from "@terrarium/contract/sandbox";
import { ApiError } from "./api-error.ts";
import { TEAM_LIMITS } from "./budget.ts";
import { call } from "./call.ts";

const KEY = "sandboxes";

type SandboxList = ResponseOf<typeof getSandboxList>;

const listQuery = (organizationId: string, page: number) =>
  queryOptions({
    queryKey: [KEY, organizationId, page],
    queryFn: ({ signal }) =>
      call(getSandboxList, { body: { page, pageSize: SANDBOX_PAGE_SIZE, organizationId, status: "All" }, signal }),
    staleTime: 0,
  });

/** A page of a team's sandboxes. While another page of the same team loads, the last one stays. */
export const useSandboxes = (organizationId: string, page: number) =>
  useQuery({
    ...listQuery(organizationId, page),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === organizationId ? last : undefined),
  });

const STATUS_INTERVAL_MS = 5_000;
const ACTIONS_INTERVAL_MS = 1_500;
const SHOWN_ACTIONS = 200;

/** One sandbox of a team, asked for again while it lives. */
export const useSandbox = (organizationId: string, sandboxId: string) =>
  useQuery({
    queryKey: ["sandbox", organizationId, sandboxId],
    queryFn: ({ signal }) => call(getSandbox, { body: { sandboxId, organizationId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? STATUS_INTERVAL_MS : false),
  });

/** The newest of what was done on a sandbox's device, newest first; asked for again and again while `isLive`. */
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

/** The sandboxes of a team on the pages loaded so far, the first always among them. */
export function useKnownSandboxes(organizationId: string): Sandbox[] {
  const queries = useQueryClient();
  useQuery(listQuery(organizationId, 1));
  const pages = queries.getQueriesData<SandboxList>({ queryKey: [KEY, organizationId] });
  const sandboxes = pages.flatMap(([, list]) => list?.data ?? []);
  // One that moved on to another page stands on both.
  return [...new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox])).values()];
}

/** The first of a team's running sandboxes, asked for now: the one that was started first stands at the head. */
export const firstSandboxes = async (organizationId: string) => {
  const firstStarted = { status: "Running", sort: { by: "started", order: "ascending" } } as const;
  return (
    await call(getSandboxList, { body: { page: 1, pageSize: SANDBOX_PAGE_SIZE, organizationId, ...firstStarted } })
  ).data;
};

export const removeSandbox = (organizationId: string, sandboxId: string) =>
  call(deleteSandbox, { body: { sandboxId, organizationId } });

/** Ends a sandbox, given its id; one that is gone already counts as ended. The lists are fetched again. */
export function useEndSandbox() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (boxId: string) =>
      call(terminateBox, { params: { boxId } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === "sandbox_not_found")) throw error;
        return {};
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** After sandboxes came or went. */
async function refresh(queries: QueryClient, organizationId: string): Promise<void> {
  const changed = [
    [KEY, organizationId],
    [TEAM_LIMITS, organizationId],
  ];
  await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** A sandbox that could not be deleted, and why. */
export interface DeletionFailure {
  sandboxId: string;
  error: unknown;
}

/** Deletes sandboxes and answers those that could not be; it does not reject. */
export function useDeleteSandboxes(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
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

export type NewSandbox = NonNullable<BodyInputOf<typeof createBox>["config"]>;

export function useCreateSandbox(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (config: NewSandbox) => call(createBox, { body: { type: "android", organizationId, config } }),
    onSuccess: () => refresh(queries, organizationId),
  });
}
