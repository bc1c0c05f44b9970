import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { explainIssues } from "./explain-issue.ts";

/** Limits of a multipart/form-data body. */
export interface MultipartLimits {
  /** Default: 20. */
  texts?: number;
  /** Limit of each text. */
  fieldBytes: number;
  /** Limit of all texts together. They stay in memory until the body is complete. */
  textsBytes: number;
  files: number;
  /** Limit of each file. */
  fileBytes: number;
}

/** A file of a body. Its stream must be read, or the rest of the body never arrives. */
export interface ReceivedFile {
  /** Name of the field. */
  field: string;
  /** File name from the client. */
  name: string;
  content: Readable;
}

const TEXTS_MAX = 20;
const FIELD_NAME_BYTES_MAX = 100;
/** Allowance for the parts' headers and boundaries. */
const OVERHEAD_BYTES = 65_536;

/** A body without a file, as JSON. */
const JsonText = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const JsonTexts = z.record(z.string(), z.union([JsonText.transform((text) => [text]), z.array(JsonText)]));

/**
 * Registers routes whose endpoints accept multipart/form-data (`multipart` in the contract), or JSON without a file.
 * Handlers read the body with `readMultipart`.
 */
export function addMultipart(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser("multipart/form-data", (_request, payload, done) => done(null, payload));
    const compile = scope.validatorCompiler;
    // The part-by-part reader validates the body.
    scope.setValidatorCompiler((definition) =>
      definition.httpPart === "body" || !compile ? (value: unknown) => ({ value }) : compile(definition),
    );
    register(scope);
  });
}

/**
 * Reads a body part by part. Collects the texts, the last of each name, and passes each to `takeText`. Passes files to
 * `takeFile` one after the other, as they arrive. Resolves with the texts after all files are processed. Throws
 * invalid_request, body_too_large, body_too_slow, or any error of `takeFile`; the rest of the body is then read and
 * dropped.
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: MultipartLimits,
  takeFile: (file: ReceivedFile) => Promise<void>,
  takeText: (field: string, text: string) => void = () => undefined,
): Promise<Record<string, string>> {
  const limitBytes = limits.files * limits.fileBytes + limits.textsBytes + OVERHEAD_BYTES;
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limits.fileBytes);
  const fields = new Map<string, string>();
  let textsBytes = 0;
  const keepText = (name: string, value: string) => {
    const bytes = Buffer.byteLength(value);
    textsBytes += bytes;
    if (bytes > limits.fieldBytes) throw tooLarge(limits.fieldBytes);
    if (textsBytes > limits.textsBytes) throw tooLarge(limits.textsBytes);
    if (value.includes("\0")) throw new AppError("invalid_request", { detail: `${name}: holds a NUL` });
    fields.set(name, value);
    takeText(name, value);
  };
  if (!isStream(request.body)) {
    for (const [name, value] of readJsonTexts(request.body, limits)) keepText(name, value);
    return Object.fromEntries(fields);
  }
  const { body } = request;
  const parser = openParser(request, limits);
  /** Resolves after all files so far: small files arrive faster than they are processed. */
  let taken = Promise.resolve();
  let isOver = false;
  let open: Readable | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => {
        isOver = true;
        const told = error instanceof AppError ? error : broken(error);
        open?.destroy(told);
        reject(told);
      };
      parser.on("field", (name, value, _isNameCut, isCut) => {
        try {
          if (isCut) throw tooLarge(limits.fieldBytes);
          keepText(name, asWritten(value));
        } catch (error) {
          fail(error);
        }
      });
      parser.on("file", (field, content, name) => {
        open = content;
        content.on("limit", () => fail(tooLarge(limits.fileBytes)));
        // The reader of the file gets the error. Before there is a reader, the error must not be unhandled.
        content.on("error", () => undefined);
        taken = taken.then(() => (isOver ? undefined : takeFile({ field, name, content })));
        taken.catch(fail);
      });
      for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
        parser.on(limit, () => fail(tooManyParts()));
      parser.on("error", fail);
      parser.on("finish", () => resolve());
      body.once("error", fail);
      body.once("close", () => {
        if (!body.readableEnded) fail(new AppError("invalid_request", { detail: "the upload broke off" }));
      });
      body.pipe(parser);
    });
    await taken;
    return Object.fromEntries(fields);
  } finally {
    body.unpipe(parser);
    body.resume();
    await taken.catch(() => undefined);
  }
}

const isStream = (body: unknown): body is Readable =>
  typeof body === "object" && body !== null && "pipe" in body && typeof body.pipe === "function";

/**
 * Forms send each line end in a text as CRLF (WHATWG HTML, multipart/form-data encoding algorithm). To keep CRLF,
 * clients send a file or JSON, which stay unchanged.
 */
const asWritten = (text: string): string => text.replaceAll("\r\n", "\n");

function readJsonTexts(body: unknown, { texts = TEXTS_MAX }: MultipartLimits): [name: string, value: string][] {
  const parsed = JsonTexts.safeParse(body);
  if (!parsed.success)
    throw new AppError("invalid_request", {
      detail: "the body must be multipart/form-data, or JSON if it has no file",
    });
  const all = Object.entries(parsed.data).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (all.length > texts) throw tooManyParts();
  return all;
}

function openParser(
  request: FastifyRequest,
  { texts = TEXTS_MAX, fieldBytes, fileBytes, files }: MultipartLimits,
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": request.headers["content-type"] ?? "" },
      limits: {
        fieldNameSize: FIELD_NAME_BYTES_MAX,
        fieldSize: fieldBytes,
        fields: texts,
        files,
        fileSize: fileBytes,
      },
    });
  } catch (error) {
    throw broken(error);
  }
}

const tooLarge = (limitBytes: number) => new AppError("body_too_large", { limitBytes });
const tooManyParts = () => new AppError("invalid_request", { detail: "the body has too many parts" });
const broken = (error: unknown) => {
  const detail = error instanceof Error ? error.message : String(error);
  return new AppError("invalid_request", { detail: `the multipart body: ${detail}` }, { cause: error });
};

/** Parses the texts of a body with a schema. Throws invalid_request. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_request", { detail: explainIssues(parsed.error.issues, "the body") });
}
