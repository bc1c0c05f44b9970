import type { Compilable } from "kysely";
import type { Database } from "./database.ts";

type Values = Readonly<Record<string, string | number>>;

/** Placeholder in a compiled query for a value that is known only when it runs. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once, for frequent calls. `build` may use its arguments only as values, because they are unknown at
 * that time.
 *
 * const find = prepareQuery(db, ({ id }: { id: string }) => db.selectFrom("users").selectAll().where("id", "=", id));
 * const [user] = await find({ id: "usr_…" });
 */
export function prepareQuery<V extends Values, Row>(
  db: Database,
  build: (values: V) => Compilable<Row>,
): (values: V) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });
  const compiled = build(placeholders as V).compile();
  return async (values) => {
    const parameters = compiled.parameters.map((it) => (it instanceof Placeholder ? values[it.name] : it));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
