/** A record for names that come from outside: `__proto__` is a name like others. */
export function withoutPrototype<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>; // without properties of its own, which fits any record
}
