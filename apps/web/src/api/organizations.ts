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

/** Creates a team, given its name, and makes it current. */
export const useCreateTeam = () =>
  useChange({
    mutationFn: (name: string) => call(createAnOrganization, { body: { name } }),
    onSuccess: addTeam,
  });

export const useMembers = (organizationId: string) =>
  useQuery({
    queryKey: membersKey(organizationId),
    queryFn: ({ signal }) => call(getOrganizationMemberList, { body: { organizationId }, signal }),
    // Others come, go and change roles: each visit of a page asks.
    staleTime: 0,
  });

/** Loads the members again, after a failure too: it may come from what someone else changed meanwhile. */
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

/** Removes a member, given the id of the user. */
export function useRemoveMember(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (userId: string) => call(removeOrganizationMember, { body: { organizationId, userId } }),
    onSettled: () => refreshMembers(queries, organizationId),
  });
}

/** Makes a member the owner, given the id of the user; members and the own role are loaded again. */
export function useTransfer(organizationId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (userId: string) => call(transferAnOrganization, { body: { organizationId, userId } }),
    onSuccess: reloadSession,
    onSettled: () => refreshMembers(queries, organizationId),
  });
}

/** Disbands a team, given its id; user and teams are loaded again. */
export const useDisband = () =>
  useChange({
    mutationFn: (organizationId: string) => call(deleteAnOrganization, { body: { organizationId } }),
    onSuccess: reloadSession,
  });

/** Leaves a team, given its id; user and teams are loaded again. */
export const useLeave = () =>
  useChange({
    mutationFn: (organizationId: string) => call(quitOrganization, { body: { organizationId } }),
    onSuccess: reloadSession,
  });

/** Joins the team of an invite code and answers it; user, teams and members are loaded again. */
export function useJoin() {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (inviteCode: string) => call(joinOrganizationByInviteLink, { body: { inviteCode } }),
    onSuccess: async () => {
      await Promise.all([reloadSession(), queries.invalidateQueries({ queryKey: [MEMBERS] })]);
    },
  });
}
