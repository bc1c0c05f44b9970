import { useQuery } from "@tanstack/react-query";
import { getLegalDocument, type LegalDocument } from "@terrarium/contract/legal";
import { call } from "./call.ts";

/** The Markdown of what the operator publishes; null: nothing. */
export const useLegalText = (document: LegalDocument) =>
  useQuery({
    queryKey: ["legal", document],
    queryFn: async ({ signal }) => (await call(getLegalDocument, { query: { document }, signal })).text,
  });
