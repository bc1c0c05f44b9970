/** A row of a provider's table: values as `content query` prints them, null for SQL's NULL. */
export type ContentRow = Readonly<Record<string, string | null>>;

/** Column of the row id (android.provider.BaseColumns). */
export const ID_COLUMN = "_id";

/** A table behind a content URI. Every row has an id. */
export interface ContentTable {
  rows(): readonly ContentRow[];
  /** Adds a row and returns its id. Throws ContentError for values that the table rejects. */
  insert(values: ContentRow): string;
  /** Changes these columns of the rows with these ids. Throws ContentError for values that the table rejects. */
  update(ids: ReadonlySet<string>, values: ContentRow): void;
  delete(ids: ReadonlySet<string>): void;
}

/** An app's data, accessible to other programs (android.content.ContentProvider). */
export interface ContentProvider {
  /** Host part of the provider's URIs, for example `sms`. */
  readonly authority: string;
  /** The provider's URIs in the help of `content`, for example `content://sms[/inbox]`; undefined hides the provider. */
  readonly uris?: string;
  /** Integer columns, compared as numbers; all others contain text. */
  readonly integers: ReadonlySet<string>;
  /** Returns the table at a path, for example `inbox`; undefined if there is none. */
  table(path: string): ContentTable | undefined;
}

/** Error of a content call; `name` is the Java class that Android's `content` prints. */
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
