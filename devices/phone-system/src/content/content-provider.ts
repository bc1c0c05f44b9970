/** A row of a provider's table: values as `content query` prints them, null for SQL's NULL. */
export type ContentRow = Readonly<Record<string, string | null>>;

/** The column with a row's number (android.provider.BaseColumns). */
export const idColumn = "_id";

/** A table behind a content URI. Every row has an id. */
export interface ContentTable {
  rows(): readonly ContentRow[];
  /** Adds a row and answers with its id. Throws ContentError for values that the table cannot take. */
  insert(values: ContentRow): string;
  /** Changes these columns of the rows with these ids. Throws ContentError as `insert` does. */
  update(ids: ReadonlySet<string>, values: ContentRow): void;
  delete(ids: ReadonlySet<string>): void;
}

/** An app's data as other programs reach them (android.content.ContentProvider). */
export interface ContentProvider {
  /** The host part of its URIs, for example `sms`. */
  readonly authority: string;
  /** The columns with whole numbers, which are compared as such; the others hold texts. */
  readonly integers: ReadonlySet<string>;
  /** The table at a path, for example `inbox`; undefined if the provider has none there. */
  table(path: string): ContentTable | undefined;
}

/** What a content call cannot do; `name` is the Java class that Android's `content` would print. */
export class ContentError extends Error {
  override readonly name: string;

  constructor(
    message: string,
    name:
      | "java.lang.IllegalArgumentException"
      | "java.lang.UnsupportedOperationException" = "java.lang.IllegalArgumentException",
  ) {
    super(message);
    this.name = name;
  }
}
