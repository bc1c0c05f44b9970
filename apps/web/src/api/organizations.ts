import { useMutation } from "@tanstack/react-query";
import { createAnOrganization } from "@terrarium/contract/organization";
import { addTeam } from "../session/store.ts";
import { call } from "./call.ts";

/** Creates a team, given its name, and makes it current. */
export const useCreateTeam = () =>
  useMutation({
    mutationFn: (name: string) => call(createAnOrganization, { body: { name } }),
    onSuccess: addTeam,
  });
