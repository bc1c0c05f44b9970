import type { Clock } from "@terrarium/phone-system/clock";
import { numberFormat } from "./functions.ts";
import { AwkRecord } from "./record.ts";
import { AwkArray, AwkError, AwkMemory, inputValue, toNumber, toText, type Value } from "./values.ts";

/** A variable or an array. If a function turns an unset argument into an array, it becomes the caller's array. */
export interface Variable {
  value: Value;
  array?: AwkArray;
  origin?: Variable;
}

const INITIAL_VALUES = {
  FS: " ",
  OFS: " ",
  ORS: "\n",
  RS: "\n",
  SUBSEP: "\x1c",
  CONVFMT: "%.6g",
  OFMT: "%.6g",
  NR: 0,
  FNR: 0,
  RSTART: 0,
  RLENGTH: -1,
  FILENAME: "",
};

/** The variables and arrays of a program, and the record for NF. */
export class AwkVariables {
  readonly record: AwkRecord;
  readonly clock: Clock;
  readonly #memory = new AwkMemory();
  readonly #globals = new Map<string, Variable>();
  #locals: Map<string, Variable> | undefined;
  #numberFormat = numberFormat(INITIAL_VALUES.CONVFMT);
  #numberFormatSource: Value = INITIAL_VALUES.CONVFMT;

  constructor(operands: readonly string[], env: Readonly<Record<string, string>>, clock: Clock) {
    this.clock = clock;
    this.record = new AwkRecord(
      () => this.text("FS"),
      () => this.text("OFS"),
      this.format,
    );
    for (const [name, value] of Object.entries({ ...INITIAL_VALUES, ARGC: operands.length + 1 })) this.set(name, value);
    for (const [i, text] of ["awk", ...operands].entries()) this.array("ARGV").set(String(i), inputValue(text));
    for (const [name, text] of Object.entries(env)) this.array("ENVIRON").set(name, inputValue(text));
  }

  /** Assigns from `-v name=text` or an operand of this form. */
  assignInput(name: string, text: string): void {
    if (name === "NF") this.record.count = toNumber(inputValue(text));
    else this.find(name).value = inputValue(text);
  }

  /** Returns the variable of a name: the function's own, or the program's. Creates it if it does not exist. */
  find(name: string): Variable {
    const local = this.#locals?.get(name);
    if (local) return local;
    let variable = this.#globals.get(name);
    if (!variable) {
      variable = { value: undefined };
      this.#globals.set(name, variable);
    }
    return variable;
  }

  /** Returns a variable's value. Throws AwkError for an array. */
  get(name: string): Value {
    if (this.isFieldCount(name)) return this.record.count;
    const variable = this.find(name);
    if (variable.array) throw new AwkError(`can't read value of ${name}; it's an array name.`);
    return variable.value;
  }

  /** Sets a variable's value. Throws AwkError for an array. */
  set(name: string, value: Value): void {
    if (this.isFieldCount(name)) {
      this.record.count = toNumber(value);
      return;
    }
    const variable = this.find(name);
    if (variable.array) throw new AwkError(`can't assign to ${name}; it's an array name.`);
    variable.value = value;
  }

  /** Returns whether the name is the number of fields, and not a local variable. */
  isFieldCount(name: string): boolean {
    return name === "NF" && !this.#locals?.has("NF");
  }

  /** Increments a variable. */
  increment(name: string): void {
    const variable = this.find(name);
    variable.value = toNumber(variable.value) + 1;
  }

  /** Returns an array. Makes an array of an unused variable. Throws AwkError if the variable has a value. */
  array(name: string): AwkArray {
    const variable = this.find(name);
    if (variable.array) return variable.array;
    if (variable.value !== undefined) throw new AwkError(`can't use ${name}; it's a scalar`);
    const array: AwkArray = variable.origin?.array ?? new AwkArray(this.#memory);
    for (let one: Variable | undefined = variable; one; one = one.origin) one.array = array;
    return array;
  }

  /** Returns the element of an array. Creates it if it does not exist. */
  element(name: string, key: string): Value {
    const array = this.array(name);
    if (!array.has(key)) array.set(key, undefined);
    return array.get(key);
  }

  /** Returns one of awk's own variables, such as FS, as text. */
  text(name: string): string {
    return toText(this.#globals.get(name)?.value, this.format);
  }

  /** Formats a number with CONVFMT. */
  readonly format = (number: number): string => {
    const source = this.#globals.get("CONVFMT")?.value;
    if (source !== this.#numberFormatSource) {
      this.#numberFormatSource = source;
      this.#numberFormat = numberFormat(toText(source, String));
    }
    return this.#numberFormat(number);
  };

  /** Sets a function's local variables. The returned function restores the previous ones. */
  enter(locals: Map<string, Variable>): () => void {
    const outer = this.#locals;
    this.#locals = locals;
    return () => {
      this.#locals = outer;
    };
  }
}
