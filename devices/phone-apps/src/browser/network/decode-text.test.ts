import { describe, expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { PageError } from "./page-error.ts";

const bytes = (...values: number[]): Buffer => Buffer.from(values);

describe("a body is decoded", () => {
  test.each([
    [
      "by its byte order mark before the server's charset",
      bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9),
      "text/html; charset=gbk",
      "é",
    ],
    ["as UTF-16 of either byte order", bytes(0xff, 0xfe, 0x0d, 0x83), "", "茍"],
    ["as UTF-16 of either byte order", bytes(0xfe, 0xff, 0x83, 0x0d), "", "茍"],
    ["by the server's charset", bytes(0xcc, 0xa6), 'text/html; charset="gbk"', "苔"],
    ["by the server's charset, in any case and with spaces", bytes(0xe9), "text/html;CHARSET = ISO-8859-1", "é"],
    ["as UTF-8 without a charset", Buffer.from("苔"), "text/html", "苔"],
    ["as windows-1252 if it is not UTF-8", bytes(0x93, 0xe9, 0x94), "", "“é”"],
    ["as UTF-8 with an unknown charset", Buffer.from("é"), "text/html; charset=klingon", "é"],
    ["to an empty text if it is empty", bytes(), "text/html; charset=utf-8", ""],
  ])("%s", (_how, body, contentType, text) => {
    expect(decodeText(body, contentType)).toBe(text);
  });

  test.each([
    [`<meta charset=gbk>`, "苔"],
    [`<META http-equiv=content-type content="text/html; charset='gbk'">`, "苔"],
    [`@charset "gbk";`, "苔"],
    // The ASCII declaration is readable, so UTF-16 is wrong, and UTF-8 applies.
    [`<meta charset=utf-16>`, "\u0326"],
  ])("by its own declaration %s", (head, text) => {
    const body = text === "苔" ? Buffer.concat([Buffer.from(head), bytes(0xcc, 0xa6)]) : Buffer.from(head + text);
    expect(decodeText(body, "text/html").endsWith(text)).toBe(true);
  });

  test("by a declaration near its start only", () => {
    const far = Buffer.concat([Buffer.from(`${" ".repeat(4000)}<meta charset=gbk>`), Buffer.from("é")]);
    expect(decodeText(far, "text/html").endsWith("é")).toBe(true);
  });
});

describe("a problem has Chrome's error code", () => {
  const caused = (...codes: string[]): Error =>
    codes.reduce<Error>((cause, code) => Object.assign(new Error(code, { cause }), { code }), new Error("innermost"));

  test.each([
    [new PageError("unknown-host", "a.test"), "ERR_NAME_NOT_RESOLVED"],
    [new PageError("http-error", "404"), "HTTP ERROR 404"],
    [new PageError("unreachable", "a.test", caused("ECONNREFUSED")), "ERR_CONNECTION_REFUSED"],
    [new PageError("unreachable", "a.test", caused("ECONNRESET")), "ERR_CONNECTION_RESET"],
    [new PageError("bad-certificate", "a.test", caused("CERT_HAS_EXPIRED")), "ERR_CERT_DATE_INVALID"],
    [new PageError("bad-certificate", "a.test", caused("DEPTH_ZERO_SELF_SIGNED_CERT")), "ERR_CERT_AUTHORITY_INVALID"],
    [
      new PageError("bad-certificate", "a.test", caused("ERR_TLS_CERT_ALTNAME_INVALID")),
      "ERR_CERT_COMMON_NAME_INVALID",
    ],
    [new PageError("bad-answer", "a.test", caused("Z_DATA_ERROR")), "ERR_CONTENT_DECODING_FAILED"],
    // The innermost known cause decides.
    [new PageError("unreachable", "a.test", caused("EHOSTUNREACH", "SOMETHING_ELSE")), "ERR_ADDRESS_UNREACHABLE"],
    [new PageError("timeout", "a.test", caused("UNKNOWN_TO_ALL")), "ERR_TIMED_OUT"],
  ])("%s is %s", (error, code) => {
    expect(error.code).toBe(code);
  });
});
