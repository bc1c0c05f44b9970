import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createInviteLink, deleteInviteLink, getInviteLink } from "@terrarium/contract/invite";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const keyOf = (organizationId: string) => ["invites", organizationId];

export const useInviteLinks = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getInviteLink, { body: { organizationId }, signal }),
  });

/** Creates an invite link with an expiry in epoch seconds, and refetches the list. */
export function useCreateInvite(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (expiresAt: number) => call(createInviteLink, { body: { organizationId, expiresAt } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}

/** Deletes an invite link by its id and refetches the list. */
export function useDeleteInvite(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (inviteId: string) => call(deleteInviteLink, { body: { organizationId, inviteId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(organizationId) }),
  });
}
