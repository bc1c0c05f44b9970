import { displayName, type Contact } from "./contact.ts";

/** The first Han character of each Latin letter, in the order of readings (CLDR's pinyin index). */
const pinyinStarts = Object.entries({
  A: "阿",
  B: "八",
  C: "嚓",
  D: "咑",
  E: "妸",
  F: "发",
  G: "旮",
  H: "哈",
  J: "丌",
  K: "咔",
  L: "垃",
  M: "妈",
  N: "拏",
  O: "噢",
  P: "妑",
  Q: "七",
  R: "呥",
  S: "仨",
  T: "他",
  W: "穵",
  X: "夕",
  Y: "丫",
  Z: "帀",
});
let collator: Intl.Collator | undefined;

function pinyin(): Intl.Collator {
  collator ??= new Intl.Collator("zh-u-co-pinyin", { sensitivity: "base", numeric: true });
  return collator;
}

/**
 * Returns the letter of a contact's section. Han names are listed by their reading, names without a letter under "#".
 */
export function sectionOf(contact: Contact): string {
  const [first = ""] = displayName(contact) ?? "";
  if (/\p{Script=Han}/u.test(first))
    return pinyinStarts.findLast(([, start]) => pinyin().compare(start, first) <= 0)?.[0] ?? "#";
  const letter = first.normalize("NFD").charAt(0).toUpperCase();
  return /\p{L}/u.test(letter) ? letter : "#";
}

/** Orders contacts by section, with "#" last, then by name. */
export function compareContacts(left: Contact, right: Contact): number {
  const [a, b] = [sectionOf(left), sectionOf(right)];
  if (a !== b) return a === "#" ? 1 : b === "#" ? -1 : pinyin().compare(a, b);
  return pinyin().compare(displayName(left) ?? "", displayName(right) ?? "");
}
