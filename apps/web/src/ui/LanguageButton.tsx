import { Languages } from "lucide-react";
import { hasChosenLanguage, LANGUAGES } from "../language/language.ts";
import { Button } from "./Button.tsx";
import { switchLanguage, useOtherLanguage } from "./switch-language.ts";

/**
 * Switches to the other language, with its label in that language. Highlighted for new users with a browser that
 * prefers it.
 */
export function LanguageButton({ className }: { className?: string }) {
  const other = useOtherLanguage();
  const { name, locale } = LANGUAGES[other];
  const isPreferred = !hasChosenLanguage() && navigator.language.startsWith(other);
  return (
    <Button
      kind={isPreferred ? "plain" : "quiet"}
      lang={locale}
      className={className}
      onClick={() => switchLanguage(other)}
    >
      <Languages className="size-4" aria-hidden="true" />
      {name}
    </Button>
  );
}
