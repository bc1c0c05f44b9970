import { LIMITS } from "../limits.ts";
import { withoutPrototype } from "../without-prototype.ts";
import { ShellError } from "./control.ts";

/** A variable. A scalar is element 0 of an array without other elements. */
export interface Variable {
  values: string[];
  isArray: boolean;
  exported: boolean;
  readonly: boolean;
  integer: boolean;
  letters: "upper" | "lower" | undefined;
  /** `typeset -L`, `-R` and `-Z`: truncates or pads the value to a width. */
  fill?: { side: "left" | "right" | "zeros"; width: number } | undefined;
  /** `typeset -i16`: base of an integer's text. */
  base?: number | undefined;
}

/** A copy of all variables that can be sent to another thread and back. */
export type VariablesSnapshot = [name: string, variable: Variable][];

/** A shell's variables. A function's local variables hide those of its callers. */
export class Variables {
  readonly #variables = new Map<string, Variable>();
  /** Variables hidden by the locals of each running function. */
  readonly #hidden: Map<string, Variable | undefined>[] = [];
  readonly #special = new Map<string, { get: () => string; set?: (value: string) => void }>();
  #bytes = 0;

  clone(): Variables {
    const copy = new Variables();
    for (const [name, variable] of this.#variables) copy.#variables.set(name, copyVariable(variable));
    copy.#bytes = this.#bytes;
    for (const hidden of this.#hidden) copy.#hidden.push(new Map(hidden));
    return copy;
  }

  snapshot(): VariablesSnapshot {
    return [...this.#variables];
  }

  restore(snapshot: VariablesSnapshot): void {
    this.#variables.clear();
    for (const [name, variable] of snapshot) this.#variables.set(name, variable);
  }

  /** Defines a computed variable, such as RANDOM. */
  define(name: string, get: () => string, set?: (value: string) => void): void {
    this.#special.set(name, { get, ...(set && { set }) });
  }

  find(name: string): Variable | undefined {
    return this.#variables.get(name);
  }

  names(): string[] {
    return [...this.#variables.keys()].toSorted();
  }

  get(name: string, index = 0): string | undefined {
    const special = this.#special.get(name);
    if (special && index === 0) return special.get();
    return this.#variables.get(name)?.values[index];
  }

  /** Returns the elements that are set, in order. */
  elements(name: string): string[] {
    const special = this.#special.get(name);
    if (special) return [special.get()];
    const variable = this.#variables.get(name);
    return variable ? Object.values(variable.values) : [];
  }

  indices(name: string): number[] {
    return Object.keys(this.#variables.get(name)?.values ?? []).map(Number);
  }

  /** Returns the variable for writing. Creates it if it does not exist. Throws if it is read-only. */
  #writable(name: string): Variable {
    const known = this.#variables.get(name);
    if (known?.readonly) throw new ShellError(`read-only: ${name}`, 2);
    if (known) return known;
    const variable = newVariable();
    this.#variables.set(name, variable);
    return variable;
  }

  set(name: string, value: string, index = 0): void {
    const special = this.#special.get(name);
    if (special?.set) return special.set(value);
    const variable = this.#writable(name);
    if (index !== 0) variable.isArray = true;
    this.#put(variable, index, shaped(variable, value));
  }

  /** Replaces all elements, or appends to them. */
  setArray(name: string, entries: Iterable<[index: number | undefined, value: string]>, append: boolean): void {
    const variable = this.#writable(name);
    if (!append) {
      for (const value of Object.values(variable.values)) this.#bytes -= value.length;
      variable.values = [];
    }
    variable.isArray = true;
    let next = variable.values.length;
    for (const [index, value] of entries) {
      next = index ?? next;
      this.#put(variable, next, shaped(variable, value));
      next += 1;
    }
  }

  unset(name: string, index?: number): void {
    const variable = this.#variables.get(name);
    if (!variable) return;
    if (variable.readonly) throw new ShellError(`read-only: ${name}`);
    if (index === undefined) {
      for (const value of Object.values(variable.values)) this.#bytes -= value.length;
      this.#variables.delete(name);
    } else {
      // Leaves a hole, so that the element is unset and the others keep their indices.
      Reflect.deleteProperty(variable.values, index);
    }
  }

  /** Sets attributes. Creates the variable if it does not exist. */
  mark(name: string, attributes: Partial<Omit<Variable, "values">>): void {
    const variable = this.#variables.get(name) ?? newVariable();
    this.#variables.set(name, variable);
    Object.assign(variable, attributes);
  }

  exported(): Record<string, string> {
    const environment = withoutPrototype<string>();
    for (const [name, { exported, values }] of this.#variables) {
      if (exported && values[0] !== undefined) environment[name] = values[0];
    }
    return environment;
  }

  get inFunction(): boolean {
    return this.#hidden.length > 0;
  }

  enterFunction(): void {
    this.#hidden.push(new Map());
  }

  leaveFunction(): void {
    for (const [name, variable] of this.#hidden.pop() ?? []) {
      if (variable) this.#variables.set(name, variable);
      else this.#variables.delete(name);
    }
  }

  /** Hides the caller's variable until the function ends. */
  makeLocal(name: string): void {
    const hidden = this.#hidden.at(-1);
    if (!hidden || hidden.has(name)) return;
    const before = this.#variables.get(name);
    hidden.set(name, before);
    this.#variables.set(name, { ...newVariable(), exported: before?.exported ?? false });
  }

  #put(variable: Variable, index: number, value: string): void {
    if (index < 0 || index > 0x7fffffff) throw new ShellError(`${index}: bad number`);
    if (value.length > LIMITS.stringBytes) throw new ShellError(`can't allocate ${value.length} data bytes`);
    this.#bytes += value.length + 16 - (variable.values[index]?.length ?? -16);
    if (this.#bytes > LIMITS.variableBytes) throw new ShellError(`can't allocate ${this.#bytes} data bytes`);
    if (index >= LIMITS.arrayElements && variable.values.length <= index) {
      if (variable.values.length >= LIMITS.arrayElements)
        throw new ShellError(`can't allocate ${index * 16} data bytes`);
    }
    variable.values[index] = value;
  }
}

function newVariable(): Variable {
  return { values: [], isArray: false, exported: false, readonly: false, integer: false, letters: undefined };
}

function copyVariable(variable: Variable): Variable {
  return { ...variable, values: variable.values.slice() };
}

/** Formats a value by the variable's attributes. */
function shaped({ letters, fill, integer, base }: Variable, value: string): string {
  if (integer && base && /^-?\d+$/.test(value)) return `${base}#${(Number(value) >>> 0).toString(base)}`;
  if (fill) return filled(value, fill);
  if (letters === "upper") return value.toUpperCase();
  return letters === "lower" ? value.toLowerCase() : value;
}

function filled(value: string, { side, width }: NonNullable<Variable["fill"]>): string {
  if (side === "left") return value.trimStart().slice(0, width).padEnd(width);
  return value
    .trimEnd()
    .slice(-width)
    .padStart(width, side === "zeros" && /^\d/.test(value) ? "0" : " ");
}
