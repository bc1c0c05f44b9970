import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { t } from "../../../language/text.ts";
import { buttonClass } from "../../../ui/Button.tsx";
import { LanguageButton } from "../../../ui/LanguageButton.tsx";
import { LogoMark } from "../../../ui/Logo.tsx";
import { useDocumentTitle } from "../../parts/use-document-title.ts";

export function NotFoundPage() {
  const { pathname } = useLocation();
  useDocumentTitle(t("Page not found"));
  useEffect(() => {
    console.error(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 text-center">
      <LanguageButton className="absolute top-5 right-5" />
      <LogoMark className="size-10" />
      <h1 className="mt-8 font-mono text-5xl font-medium tracking-tight">404</h1>
      <p className="mt-3 text-base text-text">{t("Oops! Page not found")}</p>
      <p className="mt-2 max-w-full truncate font-mono text-xs text-mute">{pathname}</p>
      <Link to="/" className={buttonClass("plain", "mt-8")}>
        {t("Return to Home")}
      </Link>
    </main>
  );
}
