import { useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import { createSnapshot, deleteSnapshot, listSnapshots } from "@terrarium/contract/snapshots";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const keyOf = (organizationId: string) => ["snapshots", organizationId];

/**
 * Queries all snapshots of a team, newest first. Programs also create and remove snapshots, so each display refetches
 * them.
 */
export const useSnapshots = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: async ({ signal }) => {
      const query = { organizationId, pageSize: SNAPSHOTS.perOrganization.snapshots };
      return (await call(listSnapshots, { query, signal })).data;
    },
    staleTime: 0,
  });

const keepingKeyOf = (boxId: string) => ["keep-files", boxId];

/** Saves the files of a team's sandbox as a named snapshot. Refetches the list and the sandbox's timeline. */
export function useKeepFiles(organizationId: string, boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationKey: keepingKeyOf(boxId),
    mutationFn: (name: string) => call(createSnapshot, { params: { boxId }, body: { name } }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(organizationId) });
      void queries.invalidateQueries({ queryKey: ["actions", boxId] });
    },
  });
}

/** Returns the name of the snapshot that this page is saving for a sandbox, whichever dialog started it. */
export const useKeepingNow = (boxId: string): string | undefined =>
  useMutationState({
    filters: { mutationKey: keepingKeyOf(boxId), status: "pending" },
    select: ({ state }) => String(state.variables),
  })[0];

export function useRemoveSnapshot(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (snapshotName: string) => call(deleteSnapshot, { params: { snapshotName }, query: { organizationId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}
