/** Makes a record for names from outside. `__proto__` is an ordinary name in it. */
export function withoutPrototype<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>; // an empty object is a valid record of any type
}
