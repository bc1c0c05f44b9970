import type { CookieJar } from "./cookie-jar.ts";

/** Returns the browser's cookies, loaded on the first call. Rejects if their file cannot be read. */
export type OpenCookies = () => Promise<CookieJar>;

/**
 * Loads the cookie rules on first use, to save memory on idle devices. The rules include a list of all public suffixes.
 */
export function lazyCookies(dataDir: string, log: (message: string) => void): OpenCookies {
  let jar: Promise<CookieJar> | undefined;
  const open = async (): Promise<CookieJar> => {
    const { CookieJar } = await import("./cookie-jar.ts");
    return new CookieJar(dataDir, log);
  };
  return () => (jar ??= open());
}
