import type { InputType } from "../../render/node.ts";

/** The characters of each page of keys, row by row. */
export const LAYERS = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  symbols: ["1234567890", "@#$_&-+()", "*\"':;!?"],
  moreSymbols: ["~`|•√π÷×=%", "£¢€¥^°{}\\", "©®<>[]/"],
} as const;
export type Layer = keyof typeof LAYERS | "emoji";

/** The numeric keys: four rows of three, and one key beside each of the two middle rows. */
export const PADS: Readonly<
  Partial<Record<InputType, { rows: readonly string[]; beside: readonly [string, string] }>>
> = {
  number: { rows: ["123", "456", "789", ",0."], beside: ["-", "+"] },
  tel: { rows: ["123", "456", "789", "*0#"], beside: ["+", ","] },
};

/** Returns the key left of the space bar, and the variants of the full stop. */
export function sideKeys(inputType: InputType): { left: string; stops: readonly string[] } {
  if (inputType === "email") return { left: "@", stops: [".com", ".org", ".net", "_", "-"] };
  if (inputType === "url") return { left: "/", stops: [".com", ".org", ".net", ":", "-"] };
  return { left: ",", stops: ["…", "!", "?", "-", ":", "'"] };
}

/** Variants of held keys, with the digit above the key first, as on other keyboards. */
const HELD: Readonly<Record<string, string>> = {
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
  const lower = Array.from(HELD[character.toLowerCase()] ?? "");
  // The capitals of some letters have more than one character.
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
