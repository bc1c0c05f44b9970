import { isFolder } from "@terrarium/device-files/device-files";
import { FileError } from "@terrarium/device-files/file-error";
import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import { NetworkError } from "@terrarium/egress/network-error";
import { httpOpen, type Certificate, type HttpStream } from "@terrarium/phone-system/network/http-fetch";
import { decodePath } from "../address.ts";
import { folderDocument, imageDocument, textDocument } from "../document/own-documents.ts";
import type { PageDocument } from "../document/page-document.ts";
import { parseHtml } from "../document/parse-html.ts";
import { decodeText } from "./decode-text.ts";
import { dataContent, type Content, type Reach } from "./load-resource.ts";
import { PageError } from "./page-error.ts";
import { saveDownload, type Download } from "./save-download.ts";

export interface PageRequest {
  address: string;
  /** Form data to send with POST. */
  form?: string;
  /** Address of the linking page. Undefined for requests by the user. */
  from?: string;
  signal: AbortSignal;
}

export interface LoadedPage {
  /** Address after redirects. */
  address: string;
  page: PageDocument;
  certificate: Certificate | undefined;
}

const PAGE_BYTES_MAX = 5 * 1024 ** 2;
const PAGE_TIMEOUT_MS = 20_000;

/**
 * Loads and parses a page of the web or of the device's files. Saves other content to the device's downloads. Throws
 * PageError, or the signal's reason.
 */
export async function loadPage(request: PageRequest, reach: Reach): Promise<LoadedPage | Download> {
  if (!URL.canParse(request.address)) throw new PageError("bad-address", request.address);
  const url = new URL(request.address);
  try {
    if (url.protocol === "file:") return await loadFile(url, reach, request.signal);
    if (url.protocol === "data:") return await read(url, dataContent(url), undefined, request.signal);
    if (reach.offline) throw new PageError("offline", url.host);
    return await loadFromWeb(url, request, reach);
  } catch (error) {
    if (error instanceof NetworkError) throw new PageError(error.problem, error.subject, error);
    throw error;
  }
}

async function loadFromWeb(
  url: URL,
  { signal, form, from }: PageRequest,
  reach: Reach,
): Promise<LoadedPage | Download> {
  // A form sent to another site carries no cookies of that site (SameSite=Lax).
  const foreign = form !== undefined && from !== undefined && new URL(from).host !== url.host;
  const stream = await httpOpen(
    {
      url,
      accept: "text/html,application/xhtml+xml,text/plain;q=0.9,image/*;q=0.8,*/*;q=0.5",
      timeoutMs: PAGE_TIMEOUT_MS,
      signal,
      ...(form === undefined ? {} : { form }),
      ...(foreign ? {} : { cookies: reach.cookies }),
    },
    reach,
  );
  if (stream.status < 400 && isDownload(stream)) return await saveDownload(stream, reach.files);
  const body = await stream.read(PAGE_BYTES_MAX);
  if (body.length === 0 && stream.status >= 400) throw new PageError("http-error", String(stream.status));
  // The fragment is not sent to servers, so redirects lose it.
  if (stream.url.hash === "") stream.url.hash = url.hash;
  return await read(stream.url, { body, contentType: stream.contentType }, stream.certificate, signal);
}

function isDownload({ contentType, disposition }: HttpStream): boolean {
  return /^\s*attachment\b/i.test(disposition) || kindOf(contentType) === "other";
}

function kindOf(contentType: string): "html" | "image" | "text" | "unknown" | "other" {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "") return "unknown";
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (/^image\/(png|jpe?g|gif|webp)$/.test(type)) return "image";
  if (type.startsWith("text/") || /^application\/([\w.-]+\+)?(json|xml|javascript)$/.test(type)) return "text";
  return type === "image/svg+xml" ? "text" : "other";
}

async function read(
  url: URL,
  { body, contentType }: Content,
  certificate: Certificate | undefined,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const kind = kindOf(contentType);
  const own = { address: url.href, certificate };
  if (kind === "image") return { ...own, page: await imageDocument(url, signal) };
  const text = decodeText(body, contentType);
  if (kind !== "html" && !(kind === "unknown" && looksLikeHtml(text)))
    return { ...own, page: await textDocument(url, text, signal) };
  return { ...own, page: await parseHtml(text, url, signal) };
}

function looksLikeHtml(text: string): boolean {
  return /^\s*(<!doctype html|<html|<head|<body|<!--)/i.test(text.slice(0, 1024));
}

async function loadFile(url: URL, reach: Reach, signal: AbortSignal): Promise<LoadedPage> {
  const path = decodePath(url.pathname);
  const { files } = reach;
  try {
    if (isFolder(await files.status(path, true)))
      return {
        address: url.href,
        page: await folderDocument(url, path, files, signal),
        certificate: undefined,
      };
    const isText = /\.(txt|md|log|csv|js|css|sh|json|xml)$/i.test(path);
    const contentType = isText ? "text/plain" : /\.xhtml$/i.test(path) ? "text/html" : (mimeTypeOf(path) ?? "");
    if (kindOf(contentType) === "other") throw new PageError("unsupported-scheme", contentType);
    return await read(url, { body: await files.readAll(path, PAGE_BYTES_MAX), contentType }, undefined, signal);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === "EFBIG") throw new PageError("too-large", `${PAGE_BYTES_MAX / 1024 ** 2} MB`, error);
    throw new PageError("no-file", path, error);
  }
}
