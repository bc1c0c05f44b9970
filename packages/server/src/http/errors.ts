import { isInVain, RETRY_HEADER, UNAUTHORIZED } from "@terrarium/contract/errors";
import { AppError } from "@terrarium/platform/base/app-error";
import { DatabaseUnavailableError } from "@terrarium/platform/db/unavailable";
import { asHostError } from "@terrarium/platform/disk/host-errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDeclared } from "./declared-errors.ts";
import { explainIssues } from "./explain-issue.ts";

const RETRY_DATABASE_S = 2;
const CHALLENGE = 'Bearer realm="Terrarium"';
/** Names of the request's parts, by Fastify's names, for errors of the whole part. */
const WHOLE: Readonly<Record<string, string>> = {
  body: "the body",
  querystring: "the query",
  params: "the path",
  headers: "the headers",
};

/** Responds to any thrown value with the code, message and status that the contract documents. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = toAppError(error, request);
  request.failure = told;
  if (told.status >= 500) request.log.error({ err: error, code: told.code }, told.message);
  if (told.status === 401) reply.header("www-authenticate", challengeOf(told));
  if (told.context.retryAfterSeconds !== undefined) reply.header("retry-after", told.context.retryAfterSeconds);
  if (isInVain(told.code)) reply.header(RETRY_HEADER, "false");
  const body = told.toBody(request.id);
  const nested = request.routeOptions.config?.endpoint?.nestsError ? { error: { message: told.message } } : {};
  // Serialized here because the route's own schema describes only its successful response.
  void reply
    .code(told.status)
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .serializer(String)
    .send(JSON.stringify({ ...body, ...nested }));
}

/** The challenge of a 401 (RFC 9110, 11.6.1; RFC 6750, 3). Names the error only if the request has a token. */
const challengeOf = ({ context }: AppError): string =>
  context.problem === UNAUTHORIZED.nothing ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;

/** For tests: reports an error that the contract does not declare for its call as a defect. */
export function answerDeclaredError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { endpoint } = request.routeOptions.config;
  const { code } = toAppError(error, request);
  if (endpoint === undefined || isDeclared(endpoint, code)) return answerError(error, request, reply);
  const message = `${endpoint.name} answers ${code}, which the contract does not declare for it`;
  answerError(new Error(message, { cause: error }), request, reply);
}

/** Responds with 404 in the form of all errors. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  answerError(new AppError("not_found", { path: request.url.split("?", 1)[0] }), request, reply);
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailableError)
    return new AppError("database_unavailable", { retryAfterSeconds: RETRY_DATABASE_S }, { cause: error });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isQuery = error.validationContext === "querystring";
    const issues = error.validation.map(({ instancePath, message = "" }) => {
      const issue = { path: instancePath.slice(1).split("/"), message };
      return isQuery ? inQuery(issue) : issue;
    });
    const detail = explainIssues(issues, WHOLE[error.validationContext ?? ""]);
    return new AppError("invalid_request", { detail }, { cause: error });
  }
  const { code, statusCode, message } = describe(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new AppError("body_too_large", { limitBytes: request.routeOptions.bodyLimit });
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY" || (error instanceof SyntaxError && statusCode === 400))
    return new AppError("invalid_json");
  const hostError = asHostError(error);
  if (hostError) return hostError;
  if (statusCode >= 400 && statusCode < 500)
    return new AppError("invalid_request", { detail: message }, { cause: error });
  return new AppError("internal", { requestId: request.id }, { cause: error });
}

/** Rewrites an issue in a query's notation: lists have commas, and objects have brackets. */
function inQuery({ path, message }: { path: string[]; message: string }) {
  if (/^\d+$/.test(path.at(-1) ?? "")) return { path: path.slice(0, -1), message };
  return {
    path,
    message: message === "must be an object" ? `must be written as ${path.join(".")}[name]=value` : message,
  };
}

function describe(error: unknown): { code: string | undefined; statusCode: number; message: string } {
  if (!(error instanceof Error)) return { code: undefined, statusCode: 500, message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const statusCode = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  return { code, statusCode, message: error.message };
}
