import { isFolder, type DeviceFiles } from "@terrarium/device-files/device-files";
import { decodePath } from "../address.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { PageDocument } from "./page-document.ts";

/** Pages that the browser makes of what is no page: a text, a picture, a folder. */

const plainTextChars = 300_000;
const folderEntries = 2000;

export function textDocument(url: URL, text: string): PageDocument {
  const page = begin(url, nameOf(url));
  element(page, "pre", { style: "font-size: 13px; margin: 0" }, text.slice(0, plainTextChars));
  return page.finish(text.length > plainTextChars ? "long" : undefined);
}

export function imageDocument(url: URL): PageDocument {
  const page = begin(url, nameOf(url));
  page.open("center", {});
  element(page, "img", { src: url.href, alt: nameOf(url) });
  page.close("center");
  return page.finish(undefined);
}

export async function folderDocument(url: URL, path: string, files: DeviceFiles): Promise<PageDocument> {
  const base = url.href.replace(/\/?$/, "/");
  const entries = (await files.list(path)).toSorted(
    (left, right) =>
      Number(isFolder(right.status)) - Number(isFolder(left.status)) || left.name.localeCompare(right.name),
  );
  const title = path.replace(/\/$/, "") || "/";
  const page = begin(url, title);
  const link = (name: string, href: string): void => {
    page.open("p", {});
    element(page, "a", { href }, name);
    page.close("p");
  };
  element(page, "h2", {}, title);
  if (title !== "/") link("../", new URL("../", base).href);
  for (const { name, status } of entries.slice(0, folderEntries)) {
    const folder = isFolder(status) ? "/" : "";
    link(`${name}${folder}`, new URL(`./${encodeURIComponent(name)}${folder}`, base).href);
  }
  return page.finish(entries.length > folderEntries ? "long" : undefined);
}

function begin(url: URL, title: string): DocumentBuilder {
  const page = new DocumentBuilder(url);
  element(page, "title", {}, title);
  return page;
}

function element(page: DocumentBuilder, name: string, attributes: Readonly<Record<string, string>>, text = ""): void {
  page.open(name, attributes);
  if (text !== "") page.text(text);
  page.close(name);
}

function nameOf(url: URL): string {
  return decodePath(url.pathname.split("/").at(-1) ?? "") || url.host;
}
