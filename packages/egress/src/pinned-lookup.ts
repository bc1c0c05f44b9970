import type { LookupFunction } from "node:net";

/** Returns a lookup function with checked addresses for a connection: a second lookup might return others. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_hostName, options, done) => {
    const [first] = entries;
    if (options.all) done(null, entries);
    else if (first) done(null, first.address, first.family);
    else done(new Error("no address"), "", 4);
  };
}
