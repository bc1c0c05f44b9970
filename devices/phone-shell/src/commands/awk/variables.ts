import { numberFormat } from "./functions.ts";
import { AwkRecord } from "./record.ts";
import { AwkArray, AwkError, AwkMemory, inputValue, toNumber, toText, type Value } from "./values.ts";

/** What a name stands for. One that a function got as an argument and makes an array is its caller's array. */
export interface Variable {
  value: Value;
  array?: AwkArray;
  origin?: Variable;
}

const initialValues = {
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

/** The variables and arrays of a program, with the record that NF is about. */
export class AwkVariables {
  readonly record: AwkRecord;
  readonly #memory = new AwkMemory();
  readonly #globals = new Map<string, Variable>();
  #locals: Map<string, Variable> | undefined;
  #numberFormat = numberFormat(initialValues.CONVFMT);
  #numberFormatSource: Value = initialValues.CONVFMT;

  constructor(operands: readonly string[], env: Readonly<Record<string, string>>) {
    this.record = new AwkRecord(
      () => this.text("FS"),
      () => this.text("OFS"),
      this.format,
    );
    for (const [name, value] of Object.entries({ ...initialValues, ARGC: operands.length + 1 })) this.set(name, value);
    for (const [i, text] of ["awk", ...operands].entries()) this.array("ARGV").set(String(i), inputValue(text));
    for (const [name, text] of Object.entries(env)) this.array("ENVIRON").set(name, inputValue(text));
  }

  /** `-v name=text` and operands of this kind. */
  assignInput(name: string, text: string): void {
    if (name === "NF") this.record.count = toNumber(inputValue(text));
    else this.find(name).value = inputValue(text);
  }

  /** The variable of a name: the function's own, or the program's, which begins to be if it is not yet. */
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

  /** Throws AwkError for an array. */
  get(name: string): Value {
    if (this.isFieldCount(name)) return this.record.count;
    const variable = this.find(name);
    if (variable.array) throw new AwkError(`can't read value of ${name}; it's an array name.`);
    return variable.value;
  }

  /** Throws AwkError for an array. */
  set(name: string, value: Value): void {
    if (this.isFieldCount(name)) {
      this.record.count = toNumber(value);
      return;
    }
    const variable = this.find(name);
    if (variable.array) throw new AwkError(`can't assign to ${name}; it's an array name.`);
    variable.value = value;
  }

  /** Whether the name stands for the number of fields, and for nothing of the function's own. */
  isFieldCount(name: string): boolean {
    return name === "NF" && !this.#locals?.has("NF");
  }

  /** Counts one up. */
  increment(name: string): void {
    const variable = this.find(name);
    variable.value = toNumber(variable.value) + 1;
  }

  /** What was not used before becomes an array. Throws AwkError for what has a value. */
  array(name: string): AwkArray {
    const variable = this.find(name);
    if (variable.array) return variable.array;
    if (variable.value !== undefined) throw new AwkError(`can't use ${name}; it's a scalar`);
    const array: AwkArray = variable.origin?.array ?? new AwkArray(this.#memory);
    for (let one: Variable | undefined = variable; one; one = one.origin) one.array = array;
    return array;
  }

  /** The element of an array, which begins to be if it is not yet. */
  element(name: string, key: string): Value {
    const array = this.array(name);
    if (!array.has(key)) array.set(key, undefined);
    return array.get(key);
  }

  /** A variable of awk's own, such as FS, as text. */
  text(name: string): string {
    return toText(this.#globals.get(name)?.value, this.format);
  }

  /** A number as text, as CONVFMT has it. */
  readonly format = (number: number): string => {
    const source = this.#globals.get("CONVFMT")?.value;
    if (source !== this.#numberFormatSource) {
      this.#numberFormatSource = source;
      this.#numberFormat = numberFormat(toText(source, String));
    }
    return this.#numberFormat(number);
  };

  /** Gives a function variables of its own, until the answer is called. */
  enter(locals: Map<string, Variable>): () => void {
    const outer = this.#locals;
    this.#locals = locals;
    return () => {
      this.#locals = outer;
    };
  }
}
