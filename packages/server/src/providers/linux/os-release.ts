/** Where a Linux says what it is; `/etc/os-release` leads there, and may be missing where `/etc` is another's (os-release(5)). */
export const OS_RELEASE = "/usr/lib/os-release";

/** Which Linux the text of that file tells of: its id and version, such as debian-12. Every field may be missing. */
export function osVersionIn(text: string): string {
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, "m").exec(text)?.[1];
  return [field("ID") ?? "linux", field("VERSION_ID")].filter((part) => part !== undefined).join("-");
}
