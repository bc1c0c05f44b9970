import { Languages } from "lucide-react";
import { hasChosenLanguage, languageOf } from "../language/language.ts";
import { Button } from "./Button.tsx";
import { switchLanguage, useOtherLanguages } from "./switch-language.ts";

/**
 * Switches to another language, with its label in that language: the browser's, if the console has it. Highlighted for
 * new users with a browser that prefers it.
 */
export function LanguageButton({ className }: { className?: string }) {
  const others = useOtherLanguages();
  const preferred = others.find((language) => navigator.language.startsWith(language));
  const other = preferred ?? others[0];
  if (other === undefined) return null;
  const { name, locale } = languageOf(other);
  const isPreferred = !hasChosenLanguage() && preferred !== undefined;
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
