import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** Documents that the operator of a server can publish. Each name is also the path of its page. */
export const LEGAL_DOCUMENTS = ["terms", "privacy"] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

export const getLegalDocument = defineEndpoint({
  name: "getLegalDocument",
  method: "GET",
  path: "/api/v1/legal/get_legal_document",
  access: "public",
  summary: "The terms of service, or the privacy policy, of this server's operator",
  tag: "legal",
  query: z.strictObject({ document: z.enum(LEGAL_DOCUMENTS) }),
  response: z.object({ text: z.string().nullable().describe("Markdown; null: not published") }),
});
