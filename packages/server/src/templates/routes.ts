import { getAllTemplates } from "@terrarium/contract/template";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { TemplateService } from "./service.ts";

export function registerTemplateRoutes(app: FastifyInstance, { templates }: { templates: TemplateService }): void {
  serve(app, getAllTemplates, () => templates.list());
}
