import type { AppStorage } from "@terrarium/phone-ui/services/app";

/** What several screens or programs of a system share: made when it is first asked for, the same one for all. */
export function perSystem<Value>(create: (storage: AppStorage) => Value): (storage: AppStorage) => Value {
  const made = new WeakMap<AppStorage, { value: Value }>();
  return (storage) => {
    const known = made.get(storage) ?? { value: create(storage) };
    made.set(storage, known);
    return known.value;
  };
}
