import type { CalculatorError } from "./calculator.ts";

interface CalculatorStrings {
  errors: Readonly<Record<CalculatorError, string>>;
  /** Spoken names of keys, for signs that are not names themselves. */
  keys: Readonly<Record<string, string>>;
  expression: string;
  result: string;
  more: string;
  fewer: string;
}

const EN: CalculatorStrings = {
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

const ZH: CalculatorStrings = {
  errors: {
    "divide-by-zero": "不能除以 0",
    "too-long": "算式太长",
    "too-large": "结果太大，无法显示",
    undefined: "不是数字",
    incomplete: "算式不完整",
  },
  keys: {
    AC: "全部清除",
    "()": "括号",
    "⌫": "删除",
    "=": "等于",
    deg: "角度制",
    rad: "弧度制",
    "√": "平方根",
    "^": "乘方",
    "!": "阶乘",
    π: "圆周率",
    "x²": "平方",
    "x³": "立方",
    "1/x": "倒数",
    eˣ: "指数",
    sin: "正弦",
    cos: "余弦",
    tan: "正切",
    "sin⁻¹": "反正弦",
    "cos⁻¹": "反余弦",
    "tan⁻¹": "反正切",
    ln: "自然对数",
    log: "常用对数",
  },
  expression: "算式",
  result: "结果",
  more: "更多函数",
  fewer: "收起函数",
};

export const CALCULATOR_STRINGS = { en: EN, zh: ZH };
