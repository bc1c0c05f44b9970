import { hasScreen, kindOf } from "@terrarium/contract/sandbox-kind";
import { type AttachedPhone, Template } from "@terrarium/contract/template";
import { findDefinition } from "@terrarium/device-providers/all-providers";
import type { DeviceModel, LinuxKind } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import type { FastifyBaseLogger } from "fastify";
import type { TemplateRecord, TemplateStore } from "./store.ts";
import type { OperatorTemplate } from "./template-file.ts";

/**
 * Initial templates of every installation. The first is the default. Without `kind`, a template is a phone. The console
 * translates the descriptions.
 */
const SEED = [
  {
    id: "tpl_phone",
    name: "Phone",
    description: "Phone with apps, touch and adb.",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 720,
    heightPx: 1600,
    densityDpi: 320,
  },
  {
    id: "tpl_large_phone",
    name: "Large phone",
    description: "More pixels, for detailed screenshots.",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 1080,
    heightPx: 2424,
    densityDpi: 420,
  },
  {
    id: "tpl_short_phone",
    name: "Short phone",
    description: "Less tall than most phones of today.",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 720,
    heightPx: 1280,
    densityDpi: 320,
  },
  {
    id: "tpl_small_phone",
    name: "Small phone",
    description: "Half the price, for many at once.",
    cpu: 1,
    memoryMb: 1024,
    widthPx: 480,
    heightPx: 800,
    densityDpi: 240,
  },
  {
    id: "tpl_tablet",
    name: "Tablet",
    description: "Phone apps on a large, wide screen.",
    cpu: 4,
    memoryMb: 4096,
    widthPx: 1280,
    heightPx: 800,
    densityDpi: 213,
  },
  {
    id: "tpl_linux",
    name: "Linux",
    kind: "linux",
    description: "Shell and files to run code.",
    cpu: 1,
    memoryMb: 1024,
    widthPx: 1280,
    heightPx: 800,
    densityDpi: 96,
  },
  {
    id: "tpl_browser",
    name: "Browser",
    kind: "browser",
    description: "Chromium for Playwright and DevTools.",
    cpu: 2,
    memoryMb: 2048,
    widthPx: 1280,
    heightPx: 800,
    densityDpi: 96,
  },
  {
    id: "tpl_desktop",
    name: "Desktop",
    kind: "desktop",
    description: "Linux desktop with windows and a browser.",
    cpu: 4,
    memoryMb: 4096,
    widthPx: 1280,
    heightPx: 800,
    densityDpi: 96,
  },
] as const;
const SEED_KINDS: ReadonlyMap<string, LinuxKind> = new Map(
  SEED.flatMap((template) => ("kind" in template ? [[template.id, template.kind]] : [])),
);
const SEED_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(SEED.map(({ id, description }) => [id, description]));
export const DEFAULT_TEMPLATE_ID = SEED[0].id;
/** Default template of Linux boxes. */
export const LINUX_TEMPLATE_ID = "tpl_linux" satisfies (typeof SEED)[number]["id"];

/** The parts of a template that sandboxes use. */
interface SandboxTemplate {
  id: string;
  /** Name of its devices' provider. */
  provider: string;
  model: DeviceModel;
  /** Number of started standby devices for the next sandboxes. */
  warm: number;
  /** The only team that may use it. Default: all teams. */
  organizationId?: string | undefined;
}

export interface TemplateService {
  /** Creates missing templates of every installation. */
  seed(): Promise<void>;
  /** Returns the public templates and those of the given teams; without teams, all. */
  list(organizationIds?: readonly string[]): Promise<Template[]>;
  /** Throws template_not_found. */
  get(templateId: string): Promise<SandboxTemplate>;
  /** Returns all templates of a provider. */
  ofProvider(provider: string): Promise<SandboxTemplate[]>;
  /** Returns the ids of public templates with real Android, as opposed to our own phone. */
  runningAndroid(): Promise<string[]>;
}

interface TemplateServiceParts {
  store: TemplateStore;
  /** The operator's own templates. One with the id of another replaces it. */
  own: readonly OperatorTemplate[];
  /** Provider of the initial templates' devices. */
  provider: string;
  /** Number of standby devices of the default template. */
  warm: number;
  /** Returns the reasons why no sandbox can be created from it now. */
  missingFor: (template: Pick<SandboxTemplate, "provider" | "model">) => Promise<readonly string[]>;
  /** Returns the attached phones of a template, if it uses such. */
  phonesOf?: (template: Pick<SandboxTemplate, "provider" | "model">) => Promise<readonly AttachedPhone[] | undefined>;
  log: Pick<FastifyBaseLogger, "error">;
}

export function createTemplateService(
  { store, own, provider, warm, missingFor, phonesOf, log }: TemplateServiceParts,
  clock: () => number = Date.now,
): TemplateService {
  const isOwn = ({ id }: { id: string }) => own.some((template) => template.id === id);
  const { hasLinux = false, isAttached = false } = findDefinition(provider) ?? {};
  const isOffered = (record: TemplateRecord) =>
    !isOwn(record) && (!isAttached || record.id === DEFAULT_TEMPLATE_ID) && (!SEED_KINDS.has(record.id) || hasLinux);
  const toTemplate = ({ id, name, cpu, memoryMb, widthPx, heightPx, densityDpi }: TemplateRecord): SandboxTemplate => ({
    id,
    provider,
    model: { name, kind: SEED_KINDS.get(id), cpu, memoryMb, widthPx, heightPx, densityDpi },
    warm: id === DEFAULT_TEMPLATE_ID ? warm : 0,
  });
  const all = async (): Promise<SandboxTemplate[]> => [
    ...(await store.list()).filter(isOffered).map(toTemplate),
    ...own,
  ];
  return {
    seed() {
      const now = clock();
      // One millisecond apart, to keep this order in lists.
      const made = SEED.map(({ id, name, cpu, memoryMb, widthPx, heightPx, densityDpi }, index) => ({
        id,
        name,
        cpu,
        memoryMb,
        widthPx,
        heightPx,
        densityDpi,
        visibility: "public" as const,
        createdAt: now + index,
        updatedAt: now + index,
      }));
      return store.insertMissing(made);
    },
    async list(organizationIds) {
      const mayUse = ({ organizationId }: OperatorTemplate) =>
        organizationId === undefined || organizationIds?.includes(organizationId) !== false;
      const kept = (await store.list()).filter(isOffered);
      const read = (record: TemplateRecord) => toWire({ ...record, ...seedOf(record.id), provider });
      const listed = [...readableRows(kept, Template, read, log), ...own.filter(mayUse).map(ownToWire)];
      const templates = [...kept.map(toTemplate), ...own];
      const withPresent = async (template: Template): Promise<Template> => {
        const made = templates.find(({ id }) => id === template.id);
        if (!made) return template;
        const [missing, phones] = await Promise.all([missingFor(made), phonesOf?.(made)]);
        return {
          ...template,
          ...(missing.length > 0 && { missing: [...missing] }),
          ...(phones && { phones: [...phones] }),
        };
      };
      return Promise.all(listed.map(withPresent));
    },
    async get(templateId) {
      const written = own.find(({ id }) => id === templateId);
      if (written) return written;
      const record = await store.find(templateId);
      if (!record || !isOffered(record)) throw new AppError("template_not_found", { templateId });
      return toTemplate(record);
    },
    async ofProvider(name) {
      return (await all()).filter((template) => template.provider === name);
    },
    async runningAndroid() {
      const runsAndroid = (template: SandboxTemplate) =>
        findDefinition(template.provider)?.isAttached === true || template.model.redroid !== undefined;
      const open = (await all()).filter(({ organizationId }) => organizationId === undefined);
      return open.filter(runsAndroid).map(({ id }) => id);
    },
  };
}

const seedOf = (id: string) => ({ kind: SEED_KINDS.get(id), description: SEED_DESCRIPTIONS.get(id) });

function ownToWire({ id, provider, description, model, writtenAt }: OperatorTemplate): Template {
  return toWire({
    id,
    provider,
    description,
    ...model,
    visibility: "public",
    createdAt: writtenAt,
    updatedAt: writtenAt,
  });
}

interface OfferedTemplate extends TemplateRecord {
  provider: string;
  description?: string | undefined;
  kind?: LinuxKind | undefined;
}

function toWire(record: OfferedTemplate): Template {
  return {
    id: record.id,
    name: record.name,
    ...(record.description !== undefined && { description: record.description }),
    cpu: record.cpu,
    memory: record.memoryMb,
    provider: record.provider,
    kind: kindOf(record),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    visibility: record.visibility,
    ...(hasScreen(record.kind) && {
      screen: { width: record.widthPx, height: record.heightPx, density: record.densityDpi },
    }),
  };
}
