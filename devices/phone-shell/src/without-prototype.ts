/** Makes a record for names from outside. `__proto__` is an ordinary name in it. */
export function withoutPrototype<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>; // without properties of its own, which fits any record
}
