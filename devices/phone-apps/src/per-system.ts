import type { AppStorage } from "@terrarium/phone-ui/services/app";

/** Returns a getter for a value that screens and programs of one system share. The value is created on first use. */
export function perSystem<Value>(create: (storage: AppStorage) => Value): (storage: AppStorage) => Value {
  const made = new WeakMap<AppStorage, { value: Value }>();
  return (storage) => {
    const known = made.get(storage) ?? { value: create(storage) };
    made.set(storage, known);
    return known.value;
  };
}
