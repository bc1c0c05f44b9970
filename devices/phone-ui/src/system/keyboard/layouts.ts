import type { InputType } from "../../render/node.ts";

/** The characters of each page of keys, row by row. */
export const layers = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  symbols: ["1234567890", "@#$_&-+()", "*\"':;!?"],
  moreSymbols: ["~`|•√π÷×=%", "£¢€¥^°{}\\", "©®<>[]/"],
} as const;
export type Layer = keyof typeof layers | "emoji";

/** The keys of numbers, four rows of three, and one beside each row but the first and the last. */
export const pads: Readonly<
  Partial<Record<InputType, { rows: readonly string[]; beside: readonly [string, string] }>>
> = {
  number: { rows: ["123", "456", "789", ",0."], beside: ["-", "+"] },
  tel: { rows: ["123", "456", "789", "*0#"], beside: ["+", ","] },
};

/** What stands to the left of the space bar, and what a long press on the full stop offers. */
export function sideKeys(inputType: InputType): { left: string; stops: readonly string[] } {
  if (inputType === "email") return { left: "@", stops: [".com", ".org", ".net", "_", "-"] };
  if (inputType === "url") return { left: "/", stops: [".com", ".org", ".net", ":", "-"] };
  return { left: ",", stops: ["…", "!", "?", "-", ":", "'"] };
}

/** What else a key writes when it is held: the digit above it first, as on other keyboards. */
const held: Readonly<Record<string, string>> = {
  q: "1",
  w: "2",
  e: "3éèêëēė",
  r: "4",
  t: "5ț",
  y: "6ÿ",
  u: "7üúùûū",
  i: "8íïìîī",
  o: "9öóôòõøœō",
  p: "0",
  a: "äàáâãåāæ",
  s: "ßśšș",
  d: "ð",
  l: "ł",
  z: "žźż",
  c: "çćč",
  n: "ñń",
  "0": "°ⁿ∅",
  "1": "¹½⅓¼",
  "2": "²⅔",
  "3": "³¾",
  $: "€£¥¢₹₽",
  "-": "–—·",
  "+": "±",
  "(": "[{<",
  ")": "]}>",
  '"': "“”„«»",
  "'": "‘’‚‹›",
  "!": "¡",
  "?": "¿",
  "*": "★†‡",
  "%": "‰",
  "=": "≠≈≤≥",
  "/": "\\|",
};

export function variantsOf(character: string): readonly string[] {
  const lower = Array.from(held[character.toLowerCase()] ?? "");
  // Some letters have no capital of one character.
  if (character === character.toLowerCase()) return lower;
  return lower.map((each) => (each.toUpperCase().length === each.length ? each.toUpperCase() : each));
}

export const emoji: readonly string[] = [
  "😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰😘😗😋😛😜🤪🤨🧐🤓😎🥳😏😒😞😔😟😕🙁😣😖😫😩🥺😢😭😤😠😡🤯😳🥵🥶😱😨😰😥🤗🤔🤭🤫🤥😐😑😬🙄😴🤤😷🤒🤕🤢🤧😈👻💀👽🤖💩",
  "👍👎👌🤌🤞🤟🤘👈👉👆👇👋🤚✋🙌👏🙏🤝💪👀👶👧👦👩👨👵👴🙋🤷🤦🏃🚶💃🕺",
  "❤🧡💛💚💙💜🖤🤍💔💕💞💯✨⭐🔥💥🎉🎊🎁🏆⚽🏀🎸🎮🎯🎨",
  "🐶🐱🐭🐹🐰🦊🐻🐼🐸🐵🐔🐧🐦🦉🐴🦄🐝🦋🐌🐞🐢🐍🐙🐬🐳🌱🌿🍀🌵🌲🍁🍄🌸🌼🌻🌍🌙☀⛅🌧⛄🌈",
  "🍎🍊🍋🍌🍉🍇🍓🍒🍑🥝🍅🥑🥕🌽🍞🧀🍳🍔🍟🍕🌮🍜🍣🍦🍰🍫🍪☕🍵🍺🍷🥂",
  "🚗🚕🚌🚲🚂✈🚀⛵🏠🏢🏥🏫⏰📱💻📷💡🔑🔒📌✂📎📅📖✏💰✉📦🔍⚙✅❌❗❓⚠♻",
].flatMap((row) =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(row), ({ segment }) => segment),
);
