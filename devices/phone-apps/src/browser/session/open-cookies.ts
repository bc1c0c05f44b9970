import type { CookieJar } from "./cookie-jar.ts";

/** The browser's cookies; the first call loads them. Rejects where their file cannot be read. */
export type OpenCookies = () => Promise<CookieJar>;

/** An idle device does without the rules for cookies, which bring a list of all domains that are not one site's. */
export function lazyCookies(dataDir: string, log: (message: string) => void): OpenCookies {
  let jar: Promise<CookieJar> | undefined;
  const open = async (): Promise<CookieJar> => {
    const { CookieJar } = await import("./cookie-jar.ts");
    return new CookieJar(dataDir, log);
  };
  return () => (jar ??= open());
}
