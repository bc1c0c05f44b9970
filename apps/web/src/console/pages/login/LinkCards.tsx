import { AppWindow, ArrowUpRight, BookOpen, Box, Globe, type LucideIcon, Plug, Smartphone } from "lucide-react";
import { Link } from "react-router";
import { type Label, t } from "../../../language/text.ts";
import { GUIDES_PATH } from "../../../session/access.ts";
import { PROJECT_REPOSITORY_URL } from "../../parts/links.ts";
import type { Guide } from "../guides/guides.ts";
import { UseCases } from "./UseCases.tsx";

const CARDS: readonly { title: Label; text: Label; icon: LucideIcon; guide?: Guide }[] = [
  {
    guide: "sandbox",
    title: "Sandbox",
    text: "Isolated machines that start in a second and vanish when done.",
    icon: Box,
  },
  { guide: "browser", title: "Browser", text: "A real browser that an agent can read and click.", icon: Globe },
  {
    guide: "desktop",
    title: "Desktop",
    text: "Full desktops for work with windows and files.",
    icon: AppWindow,
  },
  {
    guide: "android",
    title: "Android/iOS",
    text: "Phones and tablets over plain adb, with a live screen.",
    icon: Smartphone,
  },
  { guide: "mcp", title: "MCP", text: "One set of tools for every agent that supports MCP.", icon: Plug },
  { title: "Learn More", text: "Source, examples and how the pieces fit together.", icon: BookOpen },
];

/** The product's offers: a video, and cards that open the project's public repository, with a guide page for each. */
export function LinkCards() {
  return (
    <section
      aria-label={t("Products")}
      className="flex items-center border-line bg-panel px-5 py-12 max-lg:border-t sm:px-10 lg:border-l xl:px-20"
    >
      <div className="grid w-full max-w-2xl gap-3">
        <UseCases />
        <ul className="grid gap-3 sm:grid-cols-2">
          {CARDS.map(({ title, text, icon: Icon, guide }) => (
            <li
              key={title}
              className="group relative flex flex-col rounded-[10px] border border-line bg-bg transition-colors hover:border-line2 hover:bg-raised"
            >
              <a
                href={PROJECT_REPOSITORY_URL}
                target="_blank"
                rel="noreferrer"
                className="flex h-full flex-1 flex-col rounded-[10px] p-4"
              >
                <span className="flex items-center justify-between">
                  <Icon className="size-5 text-accent" strokeWidth={1.6} aria-hidden="true" />
                  <ArrowUpRight
                    className="size-4 text-faint transition-colors group-hover:text-text"
                    aria-hidden="true"
                  />
                </span>
                <span className="mt-6 font-medium">{t(title)}</span>
                <span className="mt-1 text-sm text-mute">{t(text)}</span>
              </a>
              {guide && (
                <Link
                  to={`${GUIDES_PATH}/${guide}`}
                  aria-label={t("Quickstart: {what}", { what: t(title) })}
                  className="mx-4 mb-3 self-start text-sm text-mute underline decoration-line2 underline-offset-4 hover:text-text hover:decoration-accent"
                >
                  {t("Quickstart")}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
