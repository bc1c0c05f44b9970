import { evaluate, type Answer } from "./expression.ts";
import { formatRational } from "./rational.ts";

/** What is on the display. */
export interface Calculation {
  expression: string;
  /** Set right after "=": the expression is its answer, and a digit begins anew. */
  answer: Answer | undefined;
  finished: boolean;
  error: string | undefined;
  /** Finished calculations, the oldest first. */
  history: readonly { id: number; expression: string; result: string }[];
}

export const emptyCalculation: Calculation = {
  expression: "",
  answer: undefined,
  finished: false,
  error: undefined,
  history: [],
};

const historyMax = 50;
const expressionMax = 100;
const errors = {
  "divide-by-zero": "Can’t divide by 0",
  "too-long": "Too long to calculate",
  incomplete: "Not complete",
} as const;

/** The calculation after a key: a digit, ".", an operator + − × ÷ %, "(" ")" or "()" , "=", "AC" or "⌫". */
export function pressCalculatorKey(state: Calculation, key: string): Calculation {
  switch (key) {
    case "AC":
      return { ...emptyCalculation, history: state.history };
    case "⌫":
      return edit(state, state.error === undefined && state.finished ? "" : state.expression.slice(0, -1));
    case "=":
      return finish(state);
    case "()":
      return pressCalculatorKey(state, opensParenthesis(state) ? "(" : ")");
    default:
      return type(state, key);
  }
}

/** The value so far, shown while typing; undefined where it says no more than what is written. */
export function preview(state: Calculation): string | undefined {
  if (state.finished || !/[+−×÷%(]/.test(state.expression.slice(1))) return undefined;
  const result = evaluate(state.expression, state.answer);
  return "value" in result ? groupDigits(formatRational(result.value)) : undefined;
}

/** Thousands set apart by commas, as the display shows them. */
export function groupDigits(text: string): string {
  return text.replaceAll(/(?<![.\d])\d+/g, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ","));
}

function finish(state: Calculation): Calculation {
  if (state.expression === "" || state.finished) return state;
  const result = evaluate(state.expression, state.answer);
  if ("error" in result) return { ...state, error: errors[result.error] };
  const text = formatRational(result.value);
  const entry = {
    id: (state.history.at(-1)?.id ?? 0) + 1,
    expression: groupDigits(state.expression),
    result: groupDigits(text),
  };
  return {
    expression: text,
    answer: { text, value: result.value },
    finished: true,
    error: undefined,
    history: [...state.history, entry].slice(-historyMax),
  };
}

function type(state: Calculation, key: string): Calculation {
  const operator = /^[+−×÷%]$/.test(key);
  // After an answer an operator goes on with it, and anything else begins anew.
  const before = state.finished && !operator ? "" : state.expression;
  const next = append(before, key);
  return next === undefined || next.length > expressionMax ? state : edit(state, next);
}

/** The expression with the key at its end; undefined where it cannot stand there. */
function append(expression: string, key: string): string | undefined {
  const last = expression.at(-1) ?? "";
  const number = /[\d.]*$/.exec(expression)?.[0] ?? "";
  if (/^\d$/.test(key)) return number === "0" ? expression.slice(0, -1) + key : expression + key;
  if (key === ".") return number.includes(".") ? undefined : expression + (number === "" ? "0." : ".");
  if (key === "(") return expression + key;
  if (key === ")") return openParentheses(expression) > 0 && /[\d.)%]/.test(last) ? expression + key : undefined;
  if (key === "−" && /[×÷(]|^$/.test(last)) return expression + key;
  if (!/[+−×÷]/.test(last)) return last === "" || last === "(" ? undefined : expression + key;
  // Another operator instead of the last one, or of the last two in "2×−".
  const trimmed = expression.replace(/[+−×÷]+$/, "");
  return trimmed === "" || trimmed.endsWith("(") ? undefined : trimmed + key;
}

function edit(state: Calculation, expression: string): Calculation {
  const keepsAnswer =
    state.answer !== undefined &&
    expression !== state.answer.text &&
    expression.startsWith(state.answer.text) &&
    !/^[\d.]/.test(expression.slice(state.answer.text.length));
  return { ...state, expression, answer: keepsAnswer ? state.answer : undefined, finished: false, error: undefined };
}

function opensParenthesis(state: Calculation): boolean {
  return state.finished || openParentheses(state.expression) === 0 || !/[\d.)%]$/.test(state.expression);
}

function openParentheses(expression: string): number {
  return expression.split("(").length - expression.split(")").length;
}
