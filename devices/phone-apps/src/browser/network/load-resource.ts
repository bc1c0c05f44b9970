import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import { httpFetch, type CookieAccess, type NetworkReach } from "@terrarium/phone-system/network/http-fetch";
import { decodePath } from "../address.ts";

/** What the browser may get at. */
export interface Reach extends NetworkReach {
  files: DeviceFiles;
  cookies: CookieAccess;
  /** The user has turned the network off. */
  offline: boolean;
}

export interface Content {
  body: Buffer;
  contentType: string;
}

/** Loads what a page is made with, such as a picture or a style sheet. Rejects where it cannot be had. */
export async function loadResource(
  address: string,
  options: { page: URL; accept: string; maxBytes: number; timeoutMs: number; signal: AbortSignal },
  reach: Reach,
): Promise<Content> {
  const { page, accept, maxBytes, timeoutMs, signal } = options;
  const url = new URL(address);
  if (maxBytes <= 0) throw new Error("the page has more than is loaded");
  if (url.protocol === "data:") return dataContent(url);
  if (url.protocol === "file:") {
    const path = decodePath(url.pathname);
    return { body: await reach.files.readAll(path, maxBytes), contentType: mimeTypeOf(path) ?? "" };
  }
  if (reach.offline) throw new Error("offline");
  // Cookies are for the site whose page is open: others do not learn who looks.
  const cookies = url.host === page.host ? { cookies: reach.cookies } : {};
  const answer = await httpFetch({ url, accept, maxBytes, timeoutMs, signal, ...cookies }, reach);
  if (answer.status >= 400) throw new Error(`${url.host} answers ${answer.status}`);
  return answer;
}

/** RFC 2397. */
export function dataContent(url: URL): Content {
  const match = /^data:([^,]*?)(;\s*base64)?,(.*)$/is.exec(url.href);
  const data = decodePath(match?.[3] ?? "");
  return {
    contentType: match?.[1] || "text/plain",
    body: match?.[2] ? Buffer.from(data, "base64") : Buffer.from(data),
  };
}
