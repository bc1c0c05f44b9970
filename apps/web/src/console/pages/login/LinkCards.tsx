import { AppWindow, ArrowUpRight, BookOpen, Box, Globe, type LucideIcon, Plug, Smartphone } from "lucide-react";
import { type Label, t } from "../../../language/text.ts";
import { PROJECT_REPOSITORY_URL } from "../../parts/links.ts";
import { UseCases } from "./UseCases.tsx";

const CARDS: readonly { title: Label; text: Label; icon: LucideIcon }[] = [
  { title: "Sandbox", text: "Isolated machines, started in a second and gone when done.", icon: Box },
  { title: "Browser", text: "A real browser that an agent can read and click.", icon: Globe },
  { title: "Desktop", text: "Whole desktops for work that needs windows and files.", icon: AppWindow },
  { title: "Android/iOS", text: "Phones and tablets over plain adb, with a live screen.", icon: Smartphone },
  { title: "MCP", text: "The same tools for every agent that speaks the protocol.", icon: Plug },
  { title: "Learn More", text: "Source, examples and how the pieces fit together.", icon: BookOpen },
];

/** What the product offers: a film, and cards that open the project's public repository. */
export function LinkCards() {
  return (
    <section
      aria-label={t("What you can use")}
      className="flex items-center border-line bg-panel px-5 py-12 max-lg:border-t sm:px-10 lg:border-l xl:px-20"
    >
      <div className="grid w-full max-w-2xl gap-3">
        <UseCases />
        <ul className="grid gap-3 sm:grid-cols-2">
          {CARDS.map(({ title, text, icon: Icon }) => (
            <li key={title}>
              <a
                href={PROJECT_REPOSITORY_URL}
                target="_blank"
                rel="noreferrer"
                className="group flex h-full flex-col rounded-[10px] border border-line bg-bg p-4 transition-colors hover:border-line2 hover:bg-raised"
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
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
