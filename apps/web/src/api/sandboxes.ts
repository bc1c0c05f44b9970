import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createBox } from "@terrarium/contract/boxes";
import type { BodyInputOf } from "@terrarium/contract/endpoint";
import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import { deleteSandbox, getSandboxList } from "@terrarium/contract/sandbox";
import { call } from "./call.ts";

const KEY = "sandboxes";

const listQuery = (organizationId: string, page: number) =>
  queryOptions({
    queryKey: [KEY, organizationId, page],
    queryFn: ({ signal }) =>
      call(getSandboxList, { body: { page, pageSize: SANDBOX_PAGE_SIZE, organizationId }, signal }),
    staleTime: 0,
  });

/** A page of a team's sandboxes. While another page of the same team loads, the last one stays. */
export const useSandboxes = (organizationId: string, page: number) =>
  useQuery({
    ...listQuery(organizationId, page),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === organizationId ? last : undefined),
  });

/** The first page of a team's sandboxes, asked for now. */
export const firstSandboxes = async (organizationId: string) =>
  (await call(getSandboxList, { body: { page: 1, pageSize: SANDBOX_PAGE_SIZE, organizationId } })).data;

export const removeSandbox = (organizationId: string, sandboxId: string) =>
  call(deleteSandbox, { body: { sandboxId, organizationId } });

export function useDeleteSandbox(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sandboxId: string) => removeSandbox(organizationId, sandboxId),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY, organizationId] }),
  });
}

export type NewSandbox = NonNullable<BodyInputOf<typeof createBox>["config"]>;

export function useCreateSandbox(organizationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (config: NewSandbox) => call(createBox, { body: { type: "android", organizationId, config } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY, organizationId] }),
  });
}
