/**
 * Stands in for "zod" in the browser (vite.config.ts, docs/decisions/0017): as much of it as the contract calls, in a
 * twentieth of its size. The types are those of "zod". It accepts, refuses and returns what zod does; of several
 * things that are wrong it tells the first.
 */

type Path = readonly (string | number)[];
/** Returns what a value is parsed to. Throws ZodError. */
type Read = (value: unknown, path: Path) => unknown;
type Shape = Record<string, Schema>;

/** A value is not what its schema says. */
class ZodError extends Error {
  readonly issues: readonly { path: Path; message: string }[];

  constructor(message: string, path: Path) {
    super(path.length === 0 ? message : `${path.join(".")}: ${message}`);
    this.name = "ZodError";
    this.issues = [{ path, message }];
  }
}

class Schema {
  readonly read: Read;
  /** Of an object: its fields. */
  readonly shape: Shape;

  constructor(read: Read, shape: Shape = {}) {
    this.read = read;
    this.shape = shape;
  }

  parse(value: unknown): unknown {
    return this.read(value, []);
  }

  safeParse(value: unknown) {
    try {
      return { success: true, data: this.parse(value) };
    } catch (error) {
      if (error instanceof ZodError) return { success: false, error };
      throw error;
    }
  }

  transform(change: (value: unknown) => unknown): Schema {
    return new Schema((value, path) => change(this.read(value, path)));
  }

  refine(isRight: (value: unknown) => boolean, message = "Invalid input"): Schema {
    return new Schema((value, path) => {
      const parsed = this.read(value, path);
      if (!isRight(parsed)) throw new ZodError(message, path);
      return parsed;
    });
  }

  min(least: number, message = `Too small: at least ${least}`): Schema {
    return this.refine((value) => sizeOf(value) >= least, message);
  }

  /** What comes after is not asked of a value that is too large, with `abort` or without. */
  max(most: number, told: string | { error?: string; abort?: boolean } = {}): Schema {
    const { error = `Too long or too large: at most ${most}` } = typeof told === "string" ? { error: told } : told;
    return this.refine((value) => sizeOf(value) <= most, error);
  }

  length(length: number, message = `The length must be ${length}`): Schema {
    return this.refine((value) => sizeOf(value) === length, message);
  }

  regex(pattern: RegExp, message?: string): Schema {
    return this.refine((value) => pattern.test(String(value)), message);
  }

  int(message = "Invalid input: expected a whole number"): Schema {
    return this.refine(Number.isSafeInteger, message);
  }

  /** Numbers are finite anyway. */
  finite(): this {
    return this;
  }

  trim(): Schema {
    return this.transform((value) => String(value).trim());
  }

  optional(): Schema {
    return this.#unless((value) => value === undefined);
  }

  nullable(): Schema {
    return this.#unless((value) => value === null);
  }

  default(instead: unknown): Schema {
    return new Schema((value, path) => (value === undefined ? instead : this.read(value, path)));
  }

  extend(shape: Shape): Schema {
    return object({ ...this.shape, ...shape });
  }

  partial(): Schema {
    return object(mapValues(this.shape, (field) => field.optional()));
  }

  /** For the OpenAPI document, which the server makes. */
  describe(): this {
    return this;
  }

  #unless(isLeft: (value: unknown) => boolean): Schema {
    return new Schema((value, path) => (isLeft(value) ? value : this.read(value, path)));
  }
}

const mapValues = <From, To>(values: Record<string, From>, change: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));

/** What `min` and `max` limit: a number itself, else the length. */
function sizeOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" || Array.isArray(value) ? value.length : Number.NaN;
}

const nameOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** A schema of the values that a test lets pass. */
function kind<T>(expected: string, isRight: (value: unknown) => value is T, read: (value: T, path: Path) => unknown) {
  return new Schema((value, path) => {
    if (!isRight(value)) throw new ZodError(`Invalid input: expected ${expected}, received ${nameOf(value)}`, path);
    return read(value, path);
  });
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> => nameOf(value) === "object";
const same = (value: unknown): unknown => value;

const string = () => kind("string", isString, same);
const number = () => kind("number", isNumber, same);

/** Fields that the shape does not name are left out. */
function object(shape: Shape): Schema {
  const fields = Object.entries(shape);
  const { read } = kind("object", isObject, (value, path) => {
    const parsed: Record<string, unknown> = {};
    for (const [key, field] of fields) {
      const result = field.read(value[key], [...path, key]);
      if (result !== undefined || key in value) parsed[key] = result;
    }
    return parsed;
  });
  return new Schema(read, shape);
}

const oneOf = (values: readonly unknown[]) =>
  new Schema(same).refine((value) => values.includes(value), `Invalid input: expected ${values.join(" or ")}`);

/** ISO 8601 in UTC, as zod's own: seconds and their fraction may be missing. */
const DATETIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z$/;
const isDatetime = (value: unknown) => {
  const text = String(value);
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00Z`);
  return DATETIME.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

export const z = {
  ZodError,
  string,
  number,
  object,
  boolean: () => kind("boolean", isBoolean, same),
  unknown: () => new Schema(same),
  literal: (value: unknown) => oneOf([value]),
  enum: (values: readonly string[]) => oneOf(values),
  coerce: { number: () => new Schema((value, path) => number().read(Number(value), path)) },
  iso: { datetime: () => string().refine(isDatetime, "Invalid ISO datetime") },
  url: () => string().refine((value) => URL.canParse(String(value)), "Invalid URL"),
  array: (of: Schema) =>
    kind("array", isArray, (value, path) => value.map((item, index) => of.read(item, [...path, index]))),
  preprocess: (change: (value: unknown, context: { addIssue(message: string): void }) => unknown, schema: Schema) =>
    new Schema((value, path) => {
      const addIssue = (message: string) => {
        throw new ZodError(message, path);
      };
      return schema.read(change(value, { addIssue }), path);
    }),
  tuple: (items: readonly Schema[]) =>
    kind("array", isArray, (value, path) => {
      if (value.length !== items.length) throw new ZodError(`The length must be ${items.length}`, path);
      return items.map((item, index) => item.read(value[index], [...path, index]));
    }),
  record: (key: Schema, of: Schema) =>
    kind("record", isObject, (value, path) =>
      mapValues(value, (item, name) => {
        key.read(name, [...path, name]);
        return of.read(item, [...path, name]);
      }),
    ),
  discriminatedUnion: (name: string, of: readonly Schema[]) =>
    kind("object", isObject, (value, path) => {
      const chosen = of.find(({ shape }) => shape[name]?.safeParse(value[name]).success === true);
      if (chosen === undefined) throw new ZodError("Invalid discriminator", [...path, name]);
      return chosen.read(value, path);
    }),
};
