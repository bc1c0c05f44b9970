import { useQuery } from "@tanstack/react-query";
import { getLegalDocument, type LegalDocument } from "@terrarium/contract/legal";
import { call } from "./call.ts";

/** Queries the operator's legal text as Markdown; null if none is published. */
export const useLegalText = (document: LegalDocument) =>
  useQuery({
    queryKey: ["legal", document],
    queryFn: async ({ signal }) => (await call(getLegalDocument, { query: { document }, signal })).text,
  });
