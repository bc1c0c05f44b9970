import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import { textContent } from "domutils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataContent } from "../network/load-resource.ts";
import { folderDocument, imageDocument, textDocument } from "./own-documents.ts";

const never = new AbortController().signal;
let folder: string;
let files: DeviceFiles;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "terrarium-documents-"));
  files = await openDeviceStorage({ folder, limitBytes: 32 * 1024 ** 2, systemFiles: {} });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a folder as a page", () => {
  const links = async (path: string): Promise<[string, string][]> => {
    const page = await folderDocument(new URL(`file://${path}`), path, files, never);
    return [...page.links].map(([element, to]) => [textContent(element), to]);
  };

  test("links to its entries, folders first, and to its parent", async () => {
    await files.makeFolder("/sdcard/Documents/b folder", false);
    await files.write("/sdcard/Documents/a#1?.txt", Buffer.from("x"), "replace");
    await files.write("/sdcard/Documents/<b>&.html", Buffer.from("x"), "replace");
    expect(await links("/sdcard/Documents")).toEqual([
      ["../", "file:///sdcard/"],
      ["b folder/", "file:///sdcard/Documents/b%20folder/"],
      ["<b>&.html", "file:///sdcard/Documents/%3Cb%3E%26.html"],
      ["a#1?.txt", "file:///sdcard/Documents/a%231%3F.txt"],
    ]);
  });

  test("has no parent link at the root", async () => {
    expect((await links("/")).some(([label]) => label === "../")).toBe(false);
  });

  test("stops at a limit of entries, and reports it", async () => {
    for (let index = 0; index < 2010; index++)
      await files.write(`/sdcard/Music/${index}`, new Uint8Array(0), "replace");
    const page = await folderDocument(new URL("file:///sdcard/Music"), "/sdcard/Music", files, never);
    expect([page.links.size, page.cut]).toEqual([2001, "long"]);
  });
});

describe("a document from another file type", () => {
  test("shows a text literally, including markup", async () => {
    const page = await textDocument(new URL("file:///sdcard/a%20b.txt"), "<script>x</script>\n  &amp; two", never);
    expect([page.title, textContent(page.body).trim()]).toEqual(["a b.txt", "a b.txt<script>x</script>\n  &amp; two"]);
    expect([page.links.size, page.controls.size]).toEqual([0, 0]);
  });

  test("stops at a limit of text, and reports it", async () => {
    const page = await textDocument(new URL("file:///sdcard/a.txt"), "word ".repeat(100_000), never);
    expect([page.cut, textContent(page.body).length <= 300_010]).toEqual(["long", true]);
  });

  test("shows a picture with its name", async () => {
    const page = await imageDocument(new URL("https://a.test/moss%22%3E.png?x=1"), never);
    expect([...page.images.values()]).toMatchObject([{ src: "https://a.test/moss%22%3E.png?x=1", alt: 'moss">.png' }]);
  });
});

test.each([
  ["data:,plain%20text", "text/plain", "plain text"],
  ["data:text/html,<p>a,b</p>", "text/html", "<p>a,b</p>"],
  ["data:text/plain;base64,bW9zcw==", "text/plain", "moss"],
  ["data:image/png;base64,!!!", "image/png", ""],
  ["data:text/plain,100%", "text/plain", "100%"],
  ["data:", "text/plain", ""],
])("the data address %s has type and content %s", (address, contentType, text) => {
  const content = dataContent(new URL(address));
  expect([content.contentType, content.body.toString()]).toEqual([contentType, text]);
});
