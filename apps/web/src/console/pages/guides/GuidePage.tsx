import { SDK_PACKAGE_PATH } from "@terrarium/contract/clients";
import { Link, useLocation } from "react-router";
import { type Label, t } from "../../../language/text.ts";
import { GUIDES_PATH, LOGIN } from "../../../session/access.ts";
import { buttonClass } from "../../../ui/Button.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";
import { useTheme } from "../../../ui/theme.ts";
import { PublicPage } from "../../layout/PublicPage.tsx";
import { API_DOCS_PATH, DOCS_PATH, PROJECT_REPOSITORY_URL } from "../../parts/links.ts";
import { useDocumentTitle } from "../../parts/use-document-title.ts";
import { EXAMPLES } from "./examples.ts";
import { type Guide, GUIDES } from "./guides.ts";

interface Words {
  title: Label;
  text: Label;
  /** Alternative text of its image. */
  picture: Label;
}
const WORDS: Record<Guide, Words> = {
  sandbox: {
    title: "Sandbox",
    text: "A Linux machine with a shell, files, Python and Node. It starts in a fraction of a second, has memory and CPU limits, and leaves nothing behind.",
    picture: "The console page of a sandbox with its shell",
  },
  browser: {
    title: "Browser",
    text: "Chromium on its own screen. Agents read pages as text and click elements by name. People watch live and can take over.",
    picture: "The console page of a browser with an open website",
  },
  desktop: {
    title: "Desktop",
    text: "A desktop with windows, a terminal, files, an editor and a browser. Control the mouse, keyboard, clipboard and screen from code or by hand.",
    picture: "The console page of a desktop with an open editor",
  },
  android: {
    title: "Android/iOS",
    text: "A phone with Android's shell, files and apps, plain adb and a live screen. iOS devices are not available yet.",
    picture: "The console page of a phone with an open note",
  },
  mcp: {
    title: "MCP",
    text: "Agents get five tools to start devices, read screens as text, touch and type, run commands, and move files. They work with any MCP client.",
    picture: "A phone driven by an agent over MCP, with its timeline of actions",
  },
};
/** Size of an image, as `npm run guide-pictures` takes it. */
const PICTURE = { width: 1200, height: 750 };

const guideOf = (path: string): Guide | undefined => GUIDES.find((guide) => path.startsWith(`${GUIDES_PATH}/${guide}`));

/** Describes one product with an image and five lines of code. */
export function GuidePage() {
  const guide = guideOf(useLocation().pathname) ?? "sandbox";
  const { title, text, picture } = WORDS[guide];
  const theme = useTheme();
  useDocumentTitle(t(title));
  return (
    <PublicPage footer={<GuideLinks shown={guide} />}>
      <h1 className="text-2xl font-semibold tracking-[-0.02em]">{t(title)}</h1>
      <p className="mt-3 text-mute">{t(text)}</p>
      <img
        src={`/guides/${guide}-${theme}.webp`}
        alt={t(picture)}
        {...PICTURE}
        className="mt-8 h-auto w-full rounded-[10px] border border-line"
      />
      <h2 className="mt-10 text-lg font-semibold tracking-[-0.01em]">{t("Quickstart")}</h2>
      <p className="mt-2 mb-4 text-sm text-mute">
        {t(
          "Copy the code, set two environment variables, and run it on Node 24. TERRARIUM_API_KEY is an API key of your team, TERRARIUM_BASE_URL this site's address.",
        )}
      </p>
      <div className="grid grid-cols-1 gap-3 [&>div]:max-w-none">
        <Snippet label={t("the install command")} code={installOf(guide)} />
        <Snippet label={t("the example")} code={EXAMPLES[guide]} />
      </div>
      <div className="mt-8 flex flex-wrap gap-2.5">
        <Link to={LOGIN} className={buttonClass("primary")}>
          {t("Get started")}
        </Link>
        <a href={DOCS_PATH} className={buttonClass()}>
          {t("Documentation")}
        </a>
        <a href={API_DOCS_PATH} className={buttonClass()}>
          {t("API documentation")}
        </a>
        <a href={PROJECT_REPOSITORY_URL} target="_blank" rel="noreferrer" className={buttonClass()}>
          {t("Project repository")}
        </a>
      </div>
    </PublicPage>
  );
}

const installOf = (guide: Guide): string =>
  `npm install ${guide === "mcp" ? "@modelcontextprotocol/client" : window.location.origin + SDK_PACKAGE_PATH}`;

function GuideLinks({ shown }: { shown: Guide }) {
  return (
    <nav aria-label={t("Products")} className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-5 text-sm">
      {GUIDES.map((guide) => (
        <Link
          key={guide}
          to={`${GUIDES_PATH}/${guide}`}
          aria-current={guide === shown ? "page" : undefined}
          className="text-mute hover:text-text aria-[current]:text-text"
        >
          {t(WORDS[guide].title)}
        </Link>
      ))}
    </nav>
  );
}
