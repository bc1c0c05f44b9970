import {
  ContentError,
  ID_COLUMN,
  type ContentProvider,
  type ContentRow,
  type ContentTable,
} from "./content-provider.ts";
import { rowsOrdered, rowsWhere } from "./sql-rows.ts";

/** Selection and presentation of a URI's rows, in SQLite syntax. */
export interface ContentQuery {
  projection?: readonly string[];
  where?: string;
  sort?: string;
}

interface Target {
  table: ContentTable;
  integers: ReadonlySet<string>;
  /** Id of the single row that the URI names. */
  id: string | undefined;
}

/** The apps' tables by URI, for the `content` command. Methods throw ContentError. */
export class ContentResolver {
  readonly #providers: ReadonlyMap<string, ContentProvider>;

  constructor(providers: readonly ContentProvider[]) {
    this.#providers = new Map(providers.map((provider) => [provider.authority, provider]));
  }

  /** Returns the providers' URIs for the help of `content`. */
  get uris(): string[] {
    return [...this.#providers.values()].flatMap(({ uris }) => uris ?? []);
  }

  /** Returns whether there is a provider for this URI's authority. */
  has(uri: string): boolean {
    const authority = parseUri(uri)?.authority;
    return authority !== undefined && this.#providers.has(authority);
  }

  query(uri: string, { projection, where, sort }: ContentQuery = {}): ContentRow[] {
    const rows = this.#select(uri, where);
    const sorted = sort === undefined || sort === "" ? rows : rowsOrdered(rows, this.#target(uri).integers, sort);
    return projection === undefined ? sorted : sorted.map((row) => project(row, projection));
  }

  /** Inserts a row and returns its URI. */
  insert(uri: string, values: ContentRow): string {
    const { table } = this.#target(uri);
    return `${uri.replace(/\/$/, "")}/${table.insert(values)}`;
  }

  /** Updates rows and returns their number. */
  update(uri: string, values: ContentRow, where?: string): number {
    const { table } = this.#target(uri);
    const ids = this.#ids(uri, where);
    table.update(ids, values);
    return ids.size;
  }

  /** Deletes rows and returns their number. */
  delete(uri: string, where?: string): number {
    const { table } = this.#target(uri);
    const ids = this.#ids(uri, where);
    table.delete(ids);
    return ids.size;
  }

  #ids(uri: string, where: string | undefined): ReadonlySet<string> {
    return new Set(this.#select(uri, where).map((row) => row[ID_COLUMN] ?? ""));
  }

  #select(uri: string, where: string | undefined): ContentRow[] {
    const { table, integers, id } = this.#target(uri);
    const rows = table.rows().filter((row) => id === undefined || row[ID_COLUMN] === id);
    return where === undefined || where === "" ? rows : rowsWhere(rows, integers, where);
  }

  /** Parses a URI: it names a table, or a single row by a number at its end. */
  #target(uri: string): Target {
    const parsed = parseUri(uri);
    const provider = parsed && this.#providers.get(parsed.authority);
    if (!provider) throw new ContentError(`Could not find provider: ${parsed?.authority ?? uri}`);
    const { path } = parsed;
    const { integers } = provider;
    const whole = provider.table(path);
    if (whole) return { table: whole, integers, id: undefined };
    const match = /^(.*?)\/?(\d+)$/.exec(path);
    const table = match && provider.table(match[1] ?? "");
    if (!table) throw new ContentError(`Unknown URL ${uri}`);
    return { table, integers, id: match[2] };
  }
}

function parseUri(uri: string): { authority: string; path: string } | undefined {
  const match = /^content:\/\/([^/?#]+)\/?([^?#]*?)\/?(?:[?#].*)?$/.exec(uri);
  return match?.[1] === undefined ? undefined : { authority: match[1], path: match[2] ?? "" };
}

function project(row: ContentRow, projection: readonly string[]): ContentRow {
  return Object.fromEntries(
    projection.map((column) => {
      const value = Object.hasOwn(row, column) ? row[column] : undefined;
      if (value === undefined) throw new ContentError(`Invalid column ${column}`);
      return [column, value];
    }),
  );
}
