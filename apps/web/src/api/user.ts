import { useQuery } from "@tanstack/react-query";
import { deleteUser, getDeletionEffects, updateUserInfo, useInviteCode } from "@terrarium/contract/user";
import { setUser } from "../session/store.ts";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

/** Redeems an invite code for the signed-in user. */
export const redeemInviteCode = (inviteCode: string) => call(useInviteCode, { body: { inviteCode } });

/** Changes the name of the signed-in user. */
export const useUpdateName = () =>
  useChange({
    mutationFn: (name: string) => call(updateUserInfo, { body: { name } }),
    onSuccess: setUser,
  });

/** Loads what a deletion of the account would do to each team of the user, anew each time. */
export const useDeletionEffects = () =>
  useQuery({
    queryKey: ["deletion-effects"],
    queryFn: ({ signal }) => call(getDeletionEffects, { signal }),
    gcTime: 0,
  });

export const useDeleteAccount = () => useChange({ mutationFn: () => call(deleteUser) });
