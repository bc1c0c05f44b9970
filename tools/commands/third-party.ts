import { readFileSync, writeFileSync } from "node:fs";
import { say } from "../shell.ts";
import { MARK, thirdPartyList, thirdPartyPackages, thirdPartyTexts } from "../third-party.ts";

const DOCUMENT = "THIRD-PARTY.md";

/** Writes the list of packages into THIRD-PARTY.md. Given a file, writes the packages' notices to that file instead. */
export async function run([file]: readonly string[]): Promise<void> {
  const packages = thirdPartyPackages();
  if (file === undefined) {
    const [before] = readFileSync(DOCUMENT, "utf8").split(MARK);
    writeFileSync(DOCUMENT, `${before}${MARK}${thirdPartyList(packages)}`);
  } else writeFileSync(file, thirdPartyTexts(packages));
  say(`wrote ${file ?? DOCUMENT}`);
}
