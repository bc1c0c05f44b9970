import { readFileSync, statSync } from "node:fs";
import { ALL_PROVIDERS, requireDefinition } from "@terrarium/device-providers/all-providers";
import type { DeviceModel } from "@terrarium/device-providers/provider";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { LineCounter, parseDocument, type Document, isNode } from "yaml";
import { z } from "zod";

/** A template from the operator's file. */
export interface OperatorTemplate {
  id: string;
  provider: string;
  description?: string | undefined;
  model: DeviceModel;
  /** Number of started standby devices for the next sandboxes. */
  warm: number;
  /** The only team that may use it. Default: all teams. */
  organizationId?: string | undefined;
  /** Time when the file was written, in epoch milliseconds. */
  writtenAt: number;
}

const MAX_FILE_BYTES = 1_048_576;
const MAX_TEMPLATES = 200;

const [FIRST, ...OTHERS] = ALL_PROVIDERS;
const TemplateFile = z.strictObject({
  templates: z
    .array(
      z.discriminatedUnion(
        "provider",
        [FIRST.template, ...OTHERS.map(({ template }) => template)],
        `must be one of ${ALL_PROVIDERS.map(({ name }) => name).join(", ")}`,
      ),
    )
    .max(MAX_TEMPLATES, `must be at most ${MAX_TEMPLATES}`),
});

/**
 * Reads the operator's templates from a YAML or JSON file. Throws ConfigError with one line that names file, line and
 * field.
 */
export function readTemplateFile(setting: string, file: string, providers: readonly string[]): OperatorTemplate[] {
  const { text, writtenAt } = readText(setting, file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fail = (line: number, words: string): never => {
    throw new ConfigError(`${setting} ${file}:${line}: ${words}`);
  };
  const [error] = document.errors;
  if (error) fail(lines.linePos(error.pos[0]).line, error.message.split("\n", 1)[0] ?? error.code);
  const failAt = (path: readonly PropertyKey[], words: string) =>
    fail(lines.linePos(offsetOf(document, path)).line, `${nameOf(path)} ${words}`);

  const parsed = TemplateFile.safeParse(
    toValue(document, (words) => fail(1, words)),
    { reportInput: true },
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = [...(issue?.path ?? []), ...unknown];
    return failAt(path, unknown.length > 0 ? "is not known here" : wordsOf(issue));
  }
  const seen = new Set<string>();
  return parsed.data.templates.map((template, index) => {
    const { id, provider, description } = template;
    if (seen.has(id)) failAt(["templates", index, "id"], `"${id}" is there twice`);
    seen.add(id);
    if (!providers.includes(provider))
      failAt(["templates", index, "provider"], `${provider} is not among TERRARIUM_PROVIDERS`);
    const { model, warm = 0, organizationId } = requireDefinition(provider).readTemplate(template);
    return { id, provider, description, model, warm, organizationId, writtenAt };
  });
}

function readText(setting: string, file: string): { text: string; writtenAt: number } {
  try {
    const { size, mtimeMs } = statSync(file);
    if (size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    return { text: readFileSync(file, "utf8"), writtenAt: Math.round(mtimeMs) };
  } catch (error) {
    throw new ConfigError(
      `${setting} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The parser rejects aliases that expand too far. */
function toValue(document: Document, fail: (words: string) => never): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the offset of a field, or of its parent if it is missing. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "the file"
    : path
        .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
        .join("");

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  const isMissing = issue?.code === "invalid_type" && issue.input === undefined;
  return isMissing ? "is missing" : (issue?.message ?? "is wrong");
}
