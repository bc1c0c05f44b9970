import { Template } from "@terrarium/contract/template";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../base/app-error.ts";
import { readableRows } from "../db/readable-rows.ts";
import type { TemplateRecord, TemplateStore } from "./store.ts";

/** What every installation starts with; the first is the default. */
const SEED = [
  { id: "tpl_phone", name: "Phone", cpu: 2, memoryMb: 2048, widthPx: 720, heightPx: 1280, densityDpi: 320 },
  { id: "tpl_small_phone", name: "Small phone", cpu: 1, memoryMb: 1024, widthPx: 480, heightPx: 800, densityDpi: 240 },
  { id: "tpl_tablet", name: "Tablet", cpu: 4, memoryMb: 4096, widthPx: 1280, heightPx: 800, densityDpi: 213 },
] as const;
export const DEFAULT_TEMPLATE_ID = SEED[0].id;

export interface TemplateService {
  /** Makes the templates that every installation has, where they are missing. */
  seed(): Promise<void>;
  list(): Promise<Template[]>;
  /** Throws template_not_found. */
  get(templateId: string): Promise<TemplateRecord>;
}

export function createTemplateService(
  store: TemplateStore,
  log: Pick<FastifyBaseLogger, "error">,
  clock: () => number = Date.now,
): TemplateService {
  return {
    seed() {
      const now = clock();
      // One millisecond apart, so that they are listed in this order.
      const made = SEED.map((template, index) => ({
        ...template,
        visibility: "public" as const,
        createdAt: now + index,
        updatedAt: now + index,
      }));
      return store.insertMissing(made);
    },
    list: async () => readableRows(await store.list(), Template, toWire, log),
    async get(templateId) {
      const template = await store.find(templateId);
      if (!template) throw new AppError("template_not_found", { templateId });
      return template;
    },
  };
}

function toWire(record: TemplateRecord): Template {
  return {
    id: record.id,
    name: record.name,
    cpu: record.cpu,
    memory: record.memoryMb,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    visibility: record.visibility,
    screen: { width: record.widthPx, height: record.heightPx, density: record.densityDpi },
  };
}
