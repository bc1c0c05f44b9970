import { Languages } from "lucide-react";
import { hasChosenLanguage, languageOf } from "../language/language.ts";
import { Button } from "./Button.tsx";
import { switchLanguage, useOtherLanguages } from "./switch-language.ts";

/**
 * Switches to another language, with its label in that language. New users see the browser's language, highlighted, if
 * the console has it. Otherwise it is the next one.
 */
export function LanguageButton({ className }: { className?: string }) {
  const others = useOtherLanguages();
  const preferred = hasChosenLanguage()
    ? undefined
    : others.find((language) => navigator.language.startsWith(language));
  const other = preferred ?? others[0];
  if (other === undefined) return null;
  const { name, locale } = languageOf(other);
  return (
    <Button
      kind={preferred === undefined ? "quiet" : "plain"}
      lang={locale}
      className={className}
      onClick={() => switchLanguage(other)}
    >
      <Languages className="size-4" aria-hidden="true" />
      {name}
    </Button>
  );
}
