import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { provideBrowser, provideServer } from "./support/fixtures.ts";

const folder = mkdtempSync(path.join(tmpdir(), "terrarium-legal-"));
const terms = path.join(folder, "terms.md");
writeFileSync(terms, "# Terms of Acme\n\nBe kind. <script>document.title = 'hacked'</script>\n");
afterAll(() => rmSync(folder, { recursive: true }));

const server = provideServer({ TERRARIUM_TERMS_FILE: terms });
const browser = provideBrowser();

test("the sign-in links to the terms and reports a missing privacy policy", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await page.waitForURL("**/terms");
  await page.getByRole("heading", { name: "Terms of Acme" }).waitFor();
  await page.getByText("<script>document.title = 'hacked'</script>").waitFor();
  expect(await page.title()).toBe("Terms of Service · Terrarium");
  await page.goBack();
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await page.waitForURL("**/privacy");
  await page.getByText(/^The operator of this server has not published a privacy policy/).waitFor();
});
