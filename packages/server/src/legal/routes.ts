import { getLegalDocument, type LegalDocument } from "@terrarium/contract/legal";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";

/** The operator's published texts. undefined: none. */
type LegalTexts = Readonly<Record<LegalDocument, string | undefined>>;

export function registerLegalRoutes(app: FastifyInstance, { legalTexts }: { legalTexts: LegalTexts }): void {
  serve(app, getLegalDocument, ({ query }) => ({ text: legalTexts[query.document] ?? null }));
}
