/** A key of the calculator: its sign, its AOSP calculator resource id, and its input. */
export interface Key {
  sign: string;
  id: string;
  /** The keys for `pressCalculatorKey`, in order. Default: the sign. */
  enters?: readonly string[];
}

const digit = (sign: string): Key => ({ sign, id: `digit_${sign}` });
const fun = (sign: string): Key => ({ sign, id: `fun_${functionId(sign)}`, enters: [`${sign}(`] });

function functionId(sign: string): string {
  return sign.endsWith("⁻¹") ? `arc${sign.slice(0, 3)}` : sign;
}

export const basicKeys: readonly (readonly Key[])[] = [
  [
    { sign: "AC", id: "clr" },
    { sign: "()", id: "parens" },
    { sign: "%", id: "op_pct" },
    { sign: "÷", id: "op_div" },
  ],
  [digit("7"), digit("8"), digit("9"), { sign: "×", id: "op_mul" }],
  [digit("4"), digit("5"), digit("6"), { sign: "−", id: "op_sub" }],
  [digit("1"), digit("2"), digit("3"), { sign: "+", id: "op_add" }],
  [digit("0"), { sign: ".", id: "dec_point" }, { sign: "⌫", id: "del" }, { sign: "=", id: "eq" }],
];

/** Four function keys that are visible in portrait as well. */
export const QUICK_KEYS: readonly Key[] = [
  { sign: "√", id: "op_sqrt" },
  { sign: "π", id: "const_pi" },
  { sign: "^", id: "op_pow" },
  { sign: "!", id: "op_fact" },
];

/** Rows of functions. The screen puts the angle unit key in front of the first row. */
export const functionKeys: readonly (readonly Key[])[] = [
  [
    { sign: "x²", id: "op_sqr", enters: ["^", "2"] },
    { sign: "x³", id: "op_cube", enters: ["^", "3"] },
    { sign: "1/x", id: "op_inv", enters: ["^", "−", "1"] },
  ],
  [fun("sin"), fun("cos"), fun("tan"), { sign: "e", id: "const_e" }],
  [fun("sin⁻¹"), fun("cos⁻¹"), fun("tan⁻¹"), { sign: "eˣ", id: "fun_exp", enters: ["e", "^"] }],
  [fun("ln"), fun("log"), { sign: "(", id: "lparen" }, { sign: ")", id: "rparen" }],
];
