/**
 * File that identifies a Linux distribution. `/etc/os-release` links to it, and may be missing if `/etc` comes from
 * elsewhere (os-release(5)).
 */
export const OS_RELEASE = "/usr/lib/os-release";

/** Returns the id and version in the text of that file, such as debian-12. Every field may be missing. */
export function osVersionIn(text: string): string {
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, "m").exec(text)?.[1];
  return [field("ID") ?? "linux", field("VERSION_ID")].filter((part) => part !== undefined).join("-");
}
