import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { MESSAGES } from "./src/language/chinese/messages.ts";
import { LANGUAGES } from "./src/language/language.ts";
import { FAILURE_WORDS } from "./src/ui/failure-words.ts";
import { LogoMark } from "./src/ui/Logo.tsx";
import { coloursOf } from "./vite-theme-colours.ts";

type Text = (typeof FAILURE_WORDS)[keyof typeof FAILURE_WORDS];

/** Returns heading, advice and button label in a language. */
const wordsIn = (translate: (text: Text) => string): readonly string[] =>
  [FAILURE_WORDS.heading, FAILURE_WORDS.advice, FAILURE_WORDS.reload].map((text) =>
    translate(text).replace("{problem}", translate(FAILURE_WORDS.noCode)),
  );

const COLOURS = ["bg", "text", "mute", "accent", "accent-ink"];

/**
 * Writes the failure notice of public/first-paint.js into both pages, for scripts or style sheets that fail to load. It
 * has the texts, logo and colours of src/viewer/parts/Failure.tsx.
 */
export const tellFailure: Plugin = {
  name: "tell-failure",
  transformIndexHtml: () => [
    {
      tag: "script",
      attrs: { type: "application/json", id: "failure" },
      children: JSON.stringify({
        words: {
          [LANGUAGES.en.locale]: wordsIn((text) => text),
          [LANGUAGES.zh.locale]: wordsIn((text) => MESSAGES[text]),
        },
        colours: { dark: coloursOf(":root", COLOURS), light: coloursOf(".light", COLOURS) },
        mark: renderToStaticMarkup(createElement(LogoMark)),
      }),
      injectTo: "head",
    },
  ],
};
