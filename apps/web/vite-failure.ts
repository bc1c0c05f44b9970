import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { MESSAGES } from "./src/language/chinese/messages.ts";
import { LANGUAGES } from "./src/language/language.ts";
import { FAILURE_WORDS } from "./src/ui/failure-words.ts";
import { LogoMark } from "./src/ui/Logo.tsx";
import { coloursOf } from "./vite-theme-colours.ts";

type Text = (typeof FAILURE_WORDS)[keyof typeof FAILURE_WORDS];

/** Heading, advice and button, in a language. */
const wordsIn = (translate: (text: Text) => string): readonly string[] =>
  [FAILURE_WORDS.heading, FAILURE_WORDS.advice, FAILURE_WORDS.reload].map((text) =>
    translate(text).replace("{problem}", translate(FAILURE_WORDS.noCode)),
  );

const COLOURS = ["bg", "text", "mute", "accent", "accent-ink"];

/**
 * Writes into both pages what public/first-paint.js shows when the first scripts or the style sheet cannot be fetched:
 * the words, mark and colours of src/viewer/parts/Failure.tsx.
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
