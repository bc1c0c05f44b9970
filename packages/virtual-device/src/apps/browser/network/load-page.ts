import type { DeviceFiles } from "../../../files/device-files.ts";
import { isFolder } from "../../../files/device-files.ts";
import { FileError } from "../../../files/file-error.ts";
import type { Egress, Resolve } from "../../../system/network/egress.ts";
import { httpFetch } from "../../../system/network/http-fetch.ts";
import { NetworkError, type NetworkProblem } from "../../../system/network/network-error.ts";
import { decodePath } from "../address.ts";
import type { Block, InlineStyle, PageDocument } from "../page/page-model.ts";
import { parseHtml } from "../page/parse-html.ts";

export type PageProblem = NetworkProblem | "offline" | "no-file" | "not-shown" | "bad-address";

/** Why there is no page; whoever shows it says it in the user's language. */
export class PageError extends Error {
  readonly problem: PageProblem;
  readonly subject: string;

  constructor(problem: PageProblem, subject: string, cause?: unknown) {
    super(`${problem}: ${subject}`, { cause });
    this.problem = problem;
    this.subject = subject;
  }
}

export interface PageRequest {
  address: string;
  /** A form to send with POST. */
  form?: string;
  signal: AbortSignal;
}

export interface Reach {
  egress: Egress;
  files: DeviceFiles;
  /** The user has turned the network off. */
  offline: boolean;
  resolve?: Resolve;
}

export interface LoadedPage {
  /** Where redirects led. */
  address: string;
  page: PageDocument;
}

const pageBytesMax = 5 * 1024 ** 2;
const pageTimeoutMs = 20_000;
const plainTextChars = 300_000;

/** Loads and reads a page of the web or of the device's files. Throws PageError, or the signal's reason. */
export async function loadPage(request: PageRequest, reach: Reach): Promise<LoadedPage> {
  if (!URL.canParse(request.address)) throw new PageError("bad-address", request.address);
  const url = new URL(request.address);
  try {
    if (url.protocol === "file:") return await loadFile(url, reach.files, request.signal);
    if (url.protocol === "data:") return await read(url, dataContent(url), request.signal);
    if (reach.offline) throw new PageError("offline", url.host);
    const { signal, form } = request;
    const answer = await httpFetch(
      {
        url,
        accept: "text/html,application/xhtml+xml,text/plain;q=0.9,image/*;q=0.8,*/*;q=0.5",
        maxBytes: pageBytesMax,
        timeoutMs: pageTimeoutMs,
        signal,
        ...(form === undefined ? {} : { form }),
      },
      reach,
    );
    const { body, contentType } = answer;
    if (body.length === 0 && answer.status >= 400) throw new PageError("bad-answer", `${url.host}: ${answer.status}`);
    // The part after the hash is the browser's alone.
    if (answer.url.hash === "") answer.url.hash = url.hash;
    return await read(answer.url, { body, contentType }, signal);
  } catch (error) {
    if (error instanceof NetworkError) throw new PageError(error.problem, error.subject, error);
    throw error;
  }
}

interface Content {
  body: Buffer;
  contentType: string;
}

async function read(url: URL, { body, contentType }: Content, signal: AbortSignal): Promise<LoadedPage> {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const address = url.href;
  if (type.startsWith("image/")) return { address, page: imagePage(url) };
  if (type === "text/html" || type === "application/xhtml+xml" || (type === "" && looksLikeHtml(body)))
    return { address, page: await parseHtml(decode(body, contentType), url, signal) };
  if (type === "" || type.startsWith("text/") || /^application\/([\w.-]+\+)?(json|xml|javascript)$/.test(type))
    return { address, page: textPage(url, decode(body, contentType)) };
  throw new PageError("not-shown", type);
}

function looksLikeHtml(body: Buffer): boolean {
  return /^\s*(<!doctype html|<html|<head|<body|<!--)/i.test(body.toString("latin1", 0, 1024));
}

/** In the encoding that the server, a byte order mark or the page names, else UTF-8. */
function decode(body: Buffer, contentType: string): string {
  const inHead = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(body.toString("latin1", 0, 2048))?.[1];
  const named = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? inHead ?? "utf-8";
  const marked =
    body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : named;
  try {
    return new TextDecoder(marked).decode(body);
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder().decode(body);
  }
}

const typesByExtension: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  json: "application/json",
  xml: "text/xml",
  apk: "application/vnd.android.package-archive",
  zip: "application/zip",
  pdf: "application/pdf",
  mp4: "video/mp4",
};

async function loadFile(url: URL, files: DeviceFiles, signal: AbortSignal): Promise<LoadedPage> {
  const path = decodePath(url.pathname);
  try {
    if (isFolder(await files.status(path, true)))
      return { address: url.href, page: await folderPage(url, path, files) };
    const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
    const contentType =
      typesByExtension[extension] ?? (/^(txt|md|log|csv|js|css|sh)$/.test(extension) ? "text/plain" : "");
    return await read(url, { body: await files.readAll(path, pageBytesMax), contentType }, signal);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === "EFBIG") throw new PageError("too-large", `${pageBytesMax / 1024 ** 2} MB`, error);
    throw new PageError("no-file", path, error);
  }
}

function dataContent(url: URL): Content {
  const match = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(url.href);
  const data = decodePath(match?.[3] ?? "");
  return {
    contentType: match?.[1] || "text/plain",
    body: match?.[2] ? Buffer.from(data, "base64") : Buffer.from(data),
  };
}

const style: InlineStyle = {
  size: 16,
  bold: false,
  italic: false,
  underline: false,
  strikethrough: false,
  mono: false,
  color: undefined,
  background: undefined,
  href: undefined,
};

function textBlock(content: Partial<Block & { kind: "text" }> & Pick<Block & { kind: "text" }, "inlines">): Block {
  return {
    kind: "text",
    align: "start",
    above: 8,
    marker: undefined,
    pre: false,
    anchors: [],
    quote: 0,
    indent: 0,
    ...content,
  };
}

function pageOf(title: string, blocks: Block[], cut?: PageDocument["cut"]): PageDocument {
  return { title, blocks, forms: [], cut };
}

function nameOf(url: URL): string {
  return decodePath(url.pathname.split("/").at(-1) ?? "") || url.host;
}

function imagePage(url: URL): PageDocument {
  const image = { src: url.href, alt: nameOf(url), width: undefined, height: undefined };
  return pageOf(nameOf(url), [textBlock({ inlines: [{ kind: "image", image, href: undefined }], align: "center" })]);
}

function textPage(url: URL, text: string): PageDocument {
  const mono = { ...style, mono: true, size: 13 };
  const lines = text.slice(0, plainTextChars).replaceAll("\t", "    ").split(/\r?\n/);
  const inlines = lines.flatMap((line) => [
    { kind: "text" as const, text: line, style: mono },
    { kind: "break" as const },
  ]);
  return pageOf(nameOf(url), [textBlock({ inlines, pre: true })], text.length > plainTextChars ? "long" : undefined);
}

async function folderPage(url: URL, path: string, files: DeviceFiles): Promise<PageDocument> {
  const base = url.href.replace(/\/?$/, "/");
  const entries = (await files.list(path)).toSorted(
    (left, right) =>
      Number(isFolder(right.status)) - Number(isFolder(left.status)) || left.name.localeCompare(right.name),
  );
  const link = (name: string, href: string): Block =>
    textBlock({ inlines: [{ kind: "text", text: name, style: { ...style, href } }] });
  const title = path.replace(/\/$/, "") || "/";
  const names = entries.slice(0, 2000).map(({ name, status }) => {
    const folder = isFolder(status) ? "/" : "";
    return link(`${name}${folder}`, new URL(`./${encodeURIComponent(name)}${folder}`, base).href);
  });
  const heading = textBlock({ inlines: [{ kind: "text", text: title, style: { ...style, size: 24, bold: true } }] });
  const up = title === "/" ? [] : [link("../", new URL("../", base).href)];
  return pageOf(title, [heading, ...up, ...names], entries.length > 2000 ? "long" : undefined);
}
