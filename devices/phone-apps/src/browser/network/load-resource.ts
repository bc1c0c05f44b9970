import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import { httpFetch, type CookieAccess, type NetworkReach } from "@terrarium/phone-system/network/http-fetch";
import { decodePath } from "../address.ts";

/** The browser's access to network and files. */
export interface Reach extends NetworkReach {
  files: DeviceFiles;
  cookies: CookieAccess;
  /** True if the user has turned the network off. */
  offline: boolean;
}

export interface Content {
  body: Buffer;
  contentType: string;
}

/** Loads a resource of a page, such as a picture or a style sheet. Rejects if it is unavailable. */
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
  // Only the open page's own site receives cookies. Other sites cannot identify the user.
  const cookies = url.host === page.host ? { cookies: reach.cookies } : {};
  const answer = await httpFetch({ url, accept, maxBytes, timeoutMs, signal, ...cookies }, reach);
  if (answer.status >= 400) throw new Error(`${url.host} answers ${answer.status}`);
  return answer;
}

/** Returns the content of a data address (RFC 2397). */
export function dataContent(url: URL): Content {
  const match = /^data:([^,]*?)(;\s*base64)?,(.*)$/is.exec(url.href);
  const data = decodePath(match?.[3] ?? "");
  return {
    contentType: match?.[1] || "text/plain",
    body: match?.[2] ? Buffer.from(data, "base64") : Buffer.from(data),
  };
}
