import { cutText } from "@terrarium/bounds/cut-text";
import { isFolder, type DeviceFiles } from "@terrarium/device-files/device-files";
import { encodeXML } from "entities";
import { decodePath } from "../address.ts";
import type { PageDocument } from "./page-document.ts";
import { parseHtml } from "./parse-html.ts";

/** Pages for content other than HTML: a text, a picture, a folder. */

const [plainTextChars, folderEntries] = [300_000, 2000];

export async function textDocument(url: URL, text: string, signal: AbortSignal): Promise<PageDocument> {
  const shown = encodeXML(cutText(text, plainTextChars));
  const page = await own(url, nameOf(url), `<pre style="font-size: 13px; margin: 0">${shown}</pre>`, signal);
  return { ...page, cut: text.length > plainTextChars ? "long" : page.cut };
}

export async function imageDocument(url: URL, signal: AbortSignal): Promise<PageDocument> {
  const picture = `<center><img src="${encodeXML(url.href)}" alt="${encodeXML(nameOf(url))}"></center>`;
  return await own(url, nameOf(url), picture, signal);
}

export async function folderDocument(
  url: URL,
  path: string,
  files: DeviceFiles,
  signal: AbortSignal,
): Promise<PageDocument> {
  const base = url.href.replace(/\/?$/, "/");
  const order = new Intl.Collator();
  const entries = (await files.list(path))
    .map(({ name, status }) => ({ name, mark: isFolder(status) ? "/" : "" }))
    .toSorted((left, right) => right.mark.length - left.mark.length || order.compare(left.name, right.name));
  const title = path.replace(/\/$/, "") || "/";
  const shown = entries
    .slice(0, folderEntries)
    .map(({ name, mark }) => ({ label: `${name}${mark}`, to: `./${encodeURIComponent(name)}${mark}` }));
  if (title !== "/") shown.unshift({ label: "../", to: "../" });
  const links = shown.map(
    ({ label, to }) => `<p><a href="${encodeXML(new URL(to, base).href)}">${encodeXML(label)}</a></p>`,
  );
  const page = await own(url, title, `<h2>${encodeXML(title)}</h2>${links.join("")}`, signal);
  return { ...page, cut: entries.length > folderEntries ? "long" : page.cut };
}

async function own(url: URL, title: string, body: string, signal: AbortSignal): Promise<PageDocument> {
  return await parseHtml(`<title>${encodeXML(title)}</title>${body}`, url, signal);
}

function nameOf(url: URL): string {
  return decodePath(url.pathname.split("/").at(-1) ?? "") || url.host;
}
