/** The values of a scope's `using` declarations. */
interface Disposals {
  /** Registers the value of a `using` declaration and returns it. */
  use<Value>(value: Value): Value;
  /** Registers the value of an `await using` declaration and returns it. */
  useAsync<Value>(value: Value): Value;
  /** Records the error that ends the scope. */
  fail(error: unknown): void;
  /** Disposes the values, the last one first. Throws the scope's error. Returns a promise for `await using`. */
  end(): Promise<void> | undefined;
}

/**
 * `Symbol.dispose`, `Symbol.asyncDispose` and `__disposals`, which using-declarations.ts calls. Runs inside the
 * interpreter.
 */
export function installDisposal(): void {
  for (const name of ["dispose", "asyncDispose"])
    if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });

  type Method = () => unknown;
  const methodOf = (value: object, symbol: symbol): unknown => (value as Record<symbol, unknown>)[symbol];

  function disposals(): Disposals {
    const methods: Method[] = [];
    const errors: unknown[] = [];
    let isAsync = false;
    function register(value: unknown, symbols: readonly symbol[], kind: string): void {
      if (value === null || value === undefined) return;
      const method = symbols
        .map((symbol) => methodOf(Object(value) as object, symbol))
        .find((found) => found !== undefined);
      if (typeof method !== "function")
        throw new TypeError(`The value of \`${kind}\` has no method for its end (${symbols.map(String).join(" or ")})`);
      methods.unshift(() => Reflect.apply(method, value, []) as unknown);
    }
    /** Returns the scope's error. Further errors are its cause, as there is no SuppressedError. */
    function rethrow(): void {
      if (errors.length === 0) return;
      const [first, second] = errors;
      if (second !== undefined && first instanceof Error && first.cause === undefined) first.cause = second;
      throw first;
    }
    async function endAsync(): Promise<void> {
      for (const method of methods) await Promise.try(method).catch((error: unknown) => errors.push(error));
      rethrow();
    }
    function endSync(): undefined {
      for (const method of methods)
        try {
          method();
        } catch (error) {
          errors.push(error);
        }
      rethrow();
    }
    return {
      use: (value) => {
        register(value, [Symbol.dispose], "using");
        return value;
      },
      useAsync: (value) => {
        isAsync = true;
        register(value, [Symbol.asyncDispose, Symbol.dispose], "await using");
        return value;
      },
      fail: (error) => void errors.push(error),
      end: () => (isAsync ? endAsync() : endSync()),
    };
  }
  Object.defineProperty(globalThis, "__disposals", { value: disposals });
}
