import { expect, test } from "vitest";
import { translationOf } from "../apps/web/src/language/translation.ts";
import { TEXTS } from "../apps/web/src/language/zh/texts.ts";
import { REFUSED_FILE } from "../packages/device-control/src/adb/files.ts";
import { END_WORDS } from "../packages/server/src/sandboxes/ends.ts";
import { STATE_WORDS } from "../packages/server/src/sandboxes/not-running.ts";

const serverText = translationOf(TEXTS);

test.each([...new Set([...Object.values(END_WORDS), ...Object.values(STATE_WORDS)])])(
  "translates the reason to Chinese: %s",
  (words) => {
    expect(serverText(words)).toMatch(/\p{Script=Han}/u);
  },
);

test.each(Object.values(REFUSED_FILE))("translates the refusal of a file to Chinese: %s", (words) => {
  expect(serverText(words)).toMatch(/\p{Script=Han}/u);
});
