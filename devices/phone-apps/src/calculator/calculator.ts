import { evaluate, type Answer, type Evaluation } from "./expression.ts";
import { formatRational } from "./rational.ts";
import { functionNames, type AngleUnit } from "./scientific.ts";

/** The display's content. */
export interface Calculation {
  expression: string;
  /** Set right after "=": the expression is its answer, and a digit starts a new one. */
  answer: Answer | undefined;
  finished: boolean;
  error: CalculatorError | undefined;
  angleUnit: AngleUnit;
  /** Finished calculations, oldest first. */
  history: readonly { id: number; expression: string; result: string }[];
}

export const emptyCalculation: Calculation = {
  expression: "",
  answer: undefined,
  finished: false,
  error: undefined,
  angleUnit: "deg",
  history: [],
};

export type CalculatorError = Extract<Evaluation, { error: unknown }>["error"];

/** An end of an expression that an operator or a closing parenthesis may follow. */
const ENDS_VALUE = /[\d.)%!πe]$/;
const HISTORY_MAX = 50;
const EXPRESSION_MAX = 100;
/** Function names that are inserted and deleted as a unit. */
const words = functionNames.map((name) => `${name}(`);

/**
 * Returns the calculation after a key. Keys are:
 * - a digit, ".", an operator + − × ÷ % ^ !, "√", "π", "e", a function such as "sin("
 * - "(", ")" or "()", "=", "AC", "⌫"
 * - the unit of angles, "deg" or "rad"
 */
export function pressCalculatorKey(state: Calculation, key: string): Calculation {
  switch (key) {
    case "AC":
      return { ...emptyCalculation, history: state.history, angleUnit: state.angleUnit };
    case "⌫":
      return edit(state, state.error === undefined && state.finished ? "" : withoutLast(state.expression));
    case "deg":
    case "rad":
      return { ...state, angleUnit: key };
    case "=":
      return finish(state);
    case "()":
      return pressCalculatorKey(state, opensParenthesis(state) ? "(" : ")");
    default:
      return type(state, key);
  }
}

/** Returns the value so far, shown during input, or undefined if it would only repeat the input. */
export function preview(state: Calculation): string | undefined {
  if (state.finished || !/[+−×÷%(^!√πe]/.test(state.expression)) return undefined;
  const result = evaluate(state.expression, state.answer, state.angleUnit);
  return "value" in result ? groupDigits(formatRational(result.value)) : undefined;
}

/** Groups thousands with commas, as the display shows them. */
export function groupDigits(text: string): string {
  return text.replaceAll(/(?<![.\d])\d+/g, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ","));
}

function finish(state: Calculation): Calculation {
  if (state.expression === "" || state.finished) return state;
  const result = evaluate(state.expression, state.answer, state.angleUnit);
  if ("error" in result) return { ...state, error: result.error };
  const text = formatRational(result.value);
  const entry = {
    id: (state.history.at(-1)?.id ?? 0) + 1,
    expression: groupDigits(state.expression),
    result: groupDigits(text),
  };
  return {
    ...state,
    expression: text,
    answer: { text, value: result.value },
    finished: true,
    error: undefined,
    history: [...state.history, entry].slice(-HISTORY_MAX),
  };
}

function type(state: Calculation, key: string): Calculation {
  const operator = /^[+−×÷%^!]$/.test(key);
  // After an answer, an operator continues with it; any other key starts a new expression.
  const before = state.finished && !operator ? "" : state.expression;
  const next = append(before, key);
  return next === undefined || next.length > EXPRESSION_MAX ? state : edit(state, next);
}

/** Returns the expression with the key appended, or undefined if the key is invalid there. */
function append(expression: string, key: string): string | undefined {
  const last = expression.at(-1) ?? "";
  const number = /[\d.]*$/.exec(expression)?.[0] ?? "";
  if (/^\d$/.test(key)) return number === "0" ? expression.slice(0, -1) + key : expression + key;
  if (key === ".") return number.includes(".") ? undefined : expression + (number === "" ? "0." : ".");
  if (/^[(√πe]$/.test(key) || words.includes(key)) return expression + key;
  if (key === ")") return openParentheses(expression) > 0 && ENDS_VALUE.test(last) ? expression + key : undefined;
  if (key === "−" && /[×÷(^√]|^$/.test(last)) return last === "√" ? undefined : expression + key;
  if (!/^[+−×÷%^!]$/.test(key)) return undefined;
  if (!/[+−×÷^√]/.test(last)) return last === "" || last === "(" ? undefined : expression + key;
  // A new operator replaces the last one, or the last two in "2×−".
  const trimmed = expression.replace(/[+−×÷^√]+$/, "");
  return trimmed === "" || trimmed.endsWith("(") ? undefined : trimmed + key;
}

function withoutLast(expression: string): string {
  const word = words.find((each) => expression.endsWith(each));
  return expression.slice(0, -(word ?? "1").length);
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
  return state.finished || openParentheses(state.expression) === 0 || !ENDS_VALUE.test(state.expression);
}

function openParentheses(expression: string): number {
  return expression.split("(").length - expression.split(")").length;
}
