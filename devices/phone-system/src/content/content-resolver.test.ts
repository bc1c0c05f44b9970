import { beforeEach, describe, expect, test } from "vitest";
import { ContentError, type ContentProvider, type ContentRow, type ContentTable } from "./content-provider.ts";
import { ContentResolver } from "./content-resolver.ts";

/** A table of messages; `inbox` shows some of the rows. */
class Messages implements ContentTable {
  kept: ContentRow[] = [
    { _id: "1", box: "inbox", body: "one" },
    { _id: "2", box: "sent", body: "two" },
    { _id: "3", box: "inbox", body: "three" },
  ];
  readonly box: string | undefined;
  readonly whole: Messages;

  constructor(box?: string, whole?: Messages) {
    this.box = box;
    this.whole = whole ?? this;
  }

  rows(): readonly ContentRow[] {
    return this.whole.kept.filter((row) => this.box === undefined || row["box"] === this.box);
  }

  insert(values: ContentRow): string {
    if (values["body"] === undefined) throw new ContentError("a message has a body");
    const id = `${this.whole.kept.length + 1}`;
    this.whole.kept.push({ _id: id, box: this.box ?? null, ...values });
    return id;
  }

  update(ids: ReadonlySet<string>, values: ContentRow): void {
    this.whole.kept = this.whole.kept.map((row) => (ids.has(row["_id"] ?? "") ? { ...row, ...values } : row));
  }

  delete(ids: ReadonlySet<string>): void {
    this.whole.kept = this.whole.kept.filter((row) => !ids.has(row["_id"] ?? ""));
  }
}

let messages: Messages;
let content: ContentResolver;

beforeEach(() => {
  messages = new Messages();
  const provider: ContentProvider = {
    authority: "sms",
    integers: new Set(["_id"]),
    table: (path) => {
      if (path === "") return messages;
      return path === "inbox" || path === "sent" ? new Messages(path, messages) : undefined;
    },
  };
  content = new ContentResolver([provider]);
});

const bodies = (uri: string, query?: Parameters<ContentResolver["query"]>[1]): unknown[] =>
  content.query(uri, query).map(({ body }) => body);

describe("a URI", () => {
  test.each([
    ["content://sms", ["one", "two", "three"]],
    ["content://sms/", ["one", "two", "three"]],
    ["content://sms/inbox", ["one", "three"]],
    ["content://sms/inbox/", ["one", "three"]],
    ["content://sms/2", ["two"]],
    ["content://sms/inbox/3", ["three"]],
    ["content://sms/inbox/2", []],
    ["content://sms/99", []],
    ["content://sms/inbox?x=y", ["one", "three"]],
    ["content://sms#top", ["one", "two", "three"]],
  ])("%s refers to %j", (uri, expected) => {
    expect(bodies(uri)).toEqual(expected);
  });

  test.each([
    ["content://sms/outbox", "Unknown URL content://sms/outbox"],
    ["content://sms/outbox/1", "Unknown URL content://sms/outbox/1"],
    ["content://sms/-1", "Unknown URL content://sms/-1"],
    ["content://mms", "Could not find provider: mms"],
    ["content://", "Could not find provider: content://"],
    ["http://sms", "Could not find provider: http://sms"],
    ["", "Could not find provider: "],
  ])("rejects %j with %j", (uri, message) => {
    for (const use of [
      () => content.query(uri),
      () => content.insert(uri, { body: "x" }),
      () => content.update(uri, { body: "x" }),
      () => content.delete(uri),
    ])
      expect(use).toThrow(message);
    expect(messages.kept).toHaveLength(3);
  });

  test("has a provider, or none", () => {
    expect([content.has("content://sms/x"), content.has("content://mms"), content.has("sms")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("a query", () => {
  test("shows the requested columns in order", () => {
    const [row = {}] = content.query("content://sms/1", { projection: ["body", "_id"] });
    expect(Object.entries(row)).toEqual([
      ["body", "one"],
      ["_id", "1"],
    ]);
  });

  test("rejects an unknown column", () => {
    expect(() => content.query("content://sms", { projection: ["nope"] })).toThrow("Invalid column nope");
  });

  test("filters and sorts, also by columns not shown", () => {
    const query = { projection: ["_id"], where: "box = 'inbox'", sort: "body DESC" };
    expect(content.query("content://sms", query)).toEqual([{ _id: "3" }, { _id: "1" }]);
  });

  test("treats an empty condition or order as none", () => {
    expect(bodies("content://sms", { where: "", sort: "" })).toEqual(["one", "two", "three"]);
  });
});

describe("a change", () => {
  test("adds a row and returns its URI", () => {
    expect(content.insert("content://sms/inbox/", { body: "four" })).toBe("content://sms/inbox/4");
    expect(bodies("content://sms/inbox")).toEqual(["one", "three", "four"]);
  });

  test("has no effect when the table rejects it", () => {
    expect(() => content.insert("content://sms", {})).toThrow(ContentError);
    expect(messages.kept).toHaveLength(3);
  });

  test.each([
    ["content://sms", undefined, 3],
    ["content://sms", "body LIKE 't%'", 2],
    ["content://sms/inbox", "body LIKE 't%'", 1],
    ["content://sms/1", undefined, 1],
    ["content://sms/1", "body = 'two'", 0],
    ["content://sms/99", undefined, 0],
  ])("changes with %s where %s exactly %d rows", (uri, where, count) => {
    expect(content.update(uri, { body: "new" }, where)).toBe(count);
    expect(bodies("content://sms").filter((body) => body === "new")).toHaveLength(count);
  });

  test.each([
    ["content://sms", undefined, 3],
    ["content://sms/sent", undefined, 1],
    ["content://sms", "_id IN (1, 2)", 2],
    ["content://sms/3", undefined, 1],
  ])("removes from %s where %s exactly %d rows", (uri, where, count) => {
    expect(content.delete(uri, where)).toBe(count);
    expect(messages.kept).toHaveLength(3 - count);
  });

  test("has no effect with an invalid condition", () => {
    expect(() => content.delete("content://sms", "_id =")).toThrow("syntax error");
    expect(messages.kept).toHaveLength(3);
  });
});

test("an error has the name that Android's content prints", () => {
  expect(new ContentError("no").name).toBe("java.lang.IllegalArgumentException");
  expect(new ContentError("no", "java.lang.UnsupportedOperationException").name).toBe(
    "java.lang.UnsupportedOperationException",
  );
});
