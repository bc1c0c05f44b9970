import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "@terrarium/platform/base/app-error";
import { newRequestId } from "./request-id.ts";

/** Responds to input that is not a valid HTTP request, in the form of all other errors, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, told } = explain(error);
  const requestId = newRequestId();
  const body = JSON.stringify(told.toBody(requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

function explain({ code, message }: Error & { code?: string }): { status: number; told: AppError } {
  const tell = (told: AppError, status = told.status) => ({ status, told });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tell(new AppError("body_too_slow"));
  if (code === "HPE_HEADER_OVERFLOW")
    return tell(new AppError("invalid_request", { detail: "the headers exceed this server's limit" }), 431);
  return tell(new AppError("invalid_request", { detail: `not HTTP (${message})` }));
}
