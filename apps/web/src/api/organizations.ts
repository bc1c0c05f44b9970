import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createAnOrganization,
  deleteAnOrganization,
  getOrganizationMemberList,
  joinOrganizationByInviteLink,
  quitOrganization,
  removeOrganizationMember,
  type Role,
  transferAnOrganization,
  updateOrganizationMemberRole,
} from "@terrarium/contract/organization";
import { addTeam } from "../session/store.ts";
import { call } from "./call.ts";
import { MEMBERS } from "./query-client.ts";
import { reloadSession } from "./reload-session.ts";
import { useChange } from "./use-change.ts";

const membersKey = (organizationId: string) => [MEMBERS, organizationId];

/** Creates a team with a name and makes it current. */
export const useCreateTeam = () =>
  useChange({
    mutationFn: (name: string) => call(createAnOrganization, { body: { name } }),
    onSuccess: addTeam,
  });

export const useMembers = (organizationId: string) =>
  useQuery({
    queryKey: membersKey(organizationId),
    queryFn: ({ signal }) => call(getOrganizationMemberList, { body: { organizationId }, signal }),
    // Other members join, leave and change roles, so each page visit refetches.
    staleTime: 0,
  });

/** Refetches the members, also after a failure: another user's change may have caused it. */
const refreshMembers = (queries: QueryClient, organizationId: string) =>
  queries.invalidateQueries({ queryKey: membersKey(organizationId) });

export function useChangeRole(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (change: { userId: string; role: Role }) =>
      call(updateOrganizationMemberRole, { body: { organizationId, ...change } }),
    onSettled: () => refreshMembers(queries, organizationId),
  });
}

/** Removes a member by user id. */
export function useRemoveMember(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (userId: string) => call(removeOrganizationMember, { body: { organizationId, userId } }),
    onSettled: () => refreshMembers(queries, organizationId),
  });
}

/** Makes a member the owner, by user id. Refetches the members and the user's own role. */
export function useTransfer(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (userId: string) => call(transferAnOrganization, { body: { organizationId, userId } }),
    onSuccess: reloadSession,
    onSettled: () => refreshMembers(queries, organizationId),
  });
}

/** Disbands a team by its id and reloads the user and the teams. */
export const useDisband = () =>
  useChange({
    mutationFn: (organizationId: string) => call(deleteAnOrganization, { body: { organizationId } }),
    onSuccess: reloadSession,
  });

/** Leaves a team by its id and reloads the user and the teams. */
export const useLeave = () =>
  useChange({
    mutationFn: (organizationId: string) => call(quitOrganization, { body: { organizationId } }),
    onSuccess: reloadSession,
  });

/** Joins and returns the team of an invite code. Reloads the user, teams and members. */
export function useJoin() {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (inviteCode: string) => call(joinOrganizationByInviteLink, { body: { inviteCode } }),
    onSuccess: async () => {
      await Promise.all([reloadSession(), queries.invalidateQueries({ queryKey: [MEMBERS] })]);
    },
  });
}
