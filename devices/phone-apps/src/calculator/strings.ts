import type { CalculatorError } from "./calculator.ts";

interface CalculatorStrings {
  appName: string;
  errors: Readonly<Record<CalculatorError, string>>;
  /** Spoken names of keys, for signs that are not names themselves. */
  keys: Readonly<Record<string, string>>;
  expression: string;
  result: string;
  more: string;
  fewer: string;
}

export const CALCULATOR_STRINGS: CalculatorStrings = {
  appName: "Calculator",
  errors: {
    "divide-by-zero": "Can’t divide by 0",
    "too-long": "Too long to calculate",
    "too-large": "Too large to show",
    undefined: "Not a number",
    incomplete: "Incomplete expression",
  },
  keys: {
    AC: "Clear",
    "()": "Parentheses",
    "⌫": "Delete",
    "=": "Equals",
    deg: "Angles in degrees",
    rad: "Angles in radians",
    "√": "Square root",
    "^": "Power",
    "!": "Factorial",
    π: "Pi",
    "x²": "Square",
    "x³": "Cube",
    "1/x": "Reciprocal",
    eˣ: "Exponential",
    sin: "Sine",
    cos: "Cosine",
    tan: "Tangent",
    "sin⁻¹": "Inverse sine",
    "cos⁻¹": "Inverse cosine",
    "tan⁻¹": "Inverse tangent",
    ln: "Natural logarithm",
    log: "Logarithm",
  },
  expression: "Expression",
  result: "Result",
  more: "More functions",
  fewer: "Fewer functions",
};
