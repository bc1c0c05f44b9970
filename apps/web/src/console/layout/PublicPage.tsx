import type { ReactNode } from "react";
import { Link } from "react-router";
import { LanguageButton } from "../../ui/LanguageButton.tsx";
import { Logo } from "../../ui/Logo.tsx";

/** A page for signed-in and signed-out users: a column of text with an optional footer. */
export function PublicPage({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col px-5 py-6 sm:px-10">
      <div className="flex items-center justify-between">
        <Link to="/" className="rounded-md">
          <Logo />
        </Link>
        <LanguageButton className="-mr-2" />
      </div>
      <article className="flex-1 py-10">{children}</article>
      {footer}
    </main>
  );
}
