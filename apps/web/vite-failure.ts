import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import type { LanguageDefinition } from "./src/language/language-definition.ts";
import { FAILURE_WORDS } from "./src/ui/failure-words.ts";
import { LogoMark } from "./src/ui/Logo.tsx";
import { definitionsIn } from "./vite-folders.ts";
import { coloursOf } from "./vite-theme-colours.ts";

type Text = (typeof FAILURE_WORDS)[keyof typeof FAILURE_WORDS];

/** Returns the locale of a language, and the heading, advice and button label in it. */
async function wordsIn({ locale, load }: LanguageDefinition): Promise<{ locale: string; words: readonly string[] }> {
  const messages = (await load?.())?.TEXTS.messages;
  const translate = (text: Text) => messages?.[text] ?? text;
  const words = [FAILURE_WORDS.heading, FAILURE_WORDS.advice, FAILURE_WORDS.reload].map((text) =>
    translate(text).replace("{problem}", translate(FAILURE_WORDS.noCode)),
  );
  return { locale, words };
}

/** Returns locale and words of each language, by its code. */
async function wordsByLanguage(): Promise<Record<string, Awaited<ReturnType<typeof wordsIn>>>> {
  const languages = await definitionsIn<LanguageDefinition>("language/*/language.ts", "language");
  const words = Array.from(languages, async ([code, language]) => [code, await wordsIn(language)] as const);
  return Object.fromEntries(await Promise.all(words));
}

const COLOURS = ["bg", "text", "mute", "accent", "accent-ink"];

/**
 * Writes the languages and the failure notice of public/first-paint.js into both pages, for scripts or style sheets that
 * fail to load. The notice has the texts, logo and colours of src/viewer/parts/Failure.tsx.
 */
export const tellFailure: Plugin = {
  name: "tell-failure",
  transformIndexHtml: async () => [
    {
      tag: "script",
      attrs: { type: "application/json", id: "failure" },
      children: JSON.stringify({
        languages: await wordsByLanguage(),
        colours: { dark: coloursOf(":root", COLOURS), light: coloursOf(".light", COLOURS) },
        mark: renderToStaticMarkup(createElement(LogoMark)),
      }),
      injectTo: "head-prepend",
    },
  ],
};
