import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody } from "@terrarium/contract/errors";
import { AppError } from "../base/app-error.ts";

/** Answers what never became a request, in the form of all other errors, and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, message } = explain(error);
  const body = JSON.stringify({ code, message } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

function explain({ code, message }: Error & { code?: string }): Pick<AppError, "status" | "code" | "message"> {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new AppError("body_too_slow");
  if (code === "HPE_HEADER_OVERFLOW")
    return { ...invalid("the headers are larger than this server reads"), status: 431 };
  return invalid(`not HTTP (${message})`);
}

function invalid(detail: string): Pick<AppError, "status" | "code" | "message"> {
  const { status, code, message } = new AppError("invalid_request", { detail });
  return { status, code, message };
}
