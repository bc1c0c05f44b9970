import type { ComputedStyle } from "../css/computed-style.ts";
import type { PageElement } from "../document/page-document.ts";

const romans = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

/** Numbers the items of a list. */
export class ListCounter {
  #next: number;

  private constructor(start: number) {
    this.#next = start;
  }

  /** A new one for a list, undefined for other elements. */
  static of({ name, attributes }: PageElement): ListCounter | undefined {
    if (name !== "ol" && name !== "ul" && name !== "menu") return undefined;
    return new ListCounter(Number.parseInt(attributes.start ?? "1", 10) || 1);
  }

  /** What stands before the next item; undefined for nothing. */
  next({ attributes }: PageElement, { listStyle }: ComputedStyle): string | undefined {
    const given = Number.parseInt(attributes.value ?? "", 10);
    const number = Number.isNaN(given) ? this.#next : given;
    this.#next = number + 1;
    switch (listStyle) {
      case "none":
        return undefined;
      case "disc":
        return "•";
      case "circle":
        return "◦";
      case "square":
        return "▪";
      default:
        return `${numeral(number, listStyle)}.`;
    }
  }
}

function numeral(number: number, listStyle: ComputedStyle["listStyle"]): string {
  if (number < 1 || number > 3999) return String(number);
  const text = listStyle.endsWith("alpha")
    ? letters(number)
    : listStyle.endsWith("roman")
      ? roman(number)
      : String(number);
  return listStyle.startsWith("upper") ? text.toUpperCase() : text;
}

/** a … z, aa, ab … */
function letters(number: number): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

function roman(number: number): string {
  let [rest, text] = [number, ""];
  for (const [value, sign] of romans) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
