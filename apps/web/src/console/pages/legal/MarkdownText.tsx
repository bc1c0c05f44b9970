import { Markdown } from "markdown-to-jsx/react";

/** Styles of a document's elements. */
const LOOK = [
  "text-mute [overflow-wrap:anywhere]",
  "[&_h1]:text-2xl [&_h1]:font-semibold [&_h1]:tracking-[-0.02em] [&_h1]:text-text",
  "[&_h2]:mt-8 [&_h2]:text-base [&_h2]:font-semibold [&_h2]:text-text",
  "[&_h3]:mt-6 [&_h3]:font-medium [&_h3]:text-text",
  "[&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mt-1",
  "[&_a]:text-text [&_a]:underline [&_a]:decoration-line2 [&_a]:underline-offset-4",
  "[&_strong]:font-medium [&_strong]:text-text [&_code]:font-mono [&_code]:text-xs",
  "[&_blockquote]:mt-3 [&_blockquote]:border-l-2 [&_blockquote]:border-line2 [&_blockquote]:pl-4 [&_hr]:my-8",
  "[&_table]:mt-3 [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:p-2 [&_th]:border [&_th]:p-2 [&_th]:text-left",
].join(" ");

/** Renders Markdown as elements. HTML stays text, and links may only be web and mail addresses. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <Markdown
      options={{ disableParsingRawHTML: true, forceBlock: true, wrapper: "div", forceWrapper: true }}
      className={LOOK}
    >
      {text}
    </Markdown>
  );
}
