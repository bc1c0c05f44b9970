import type { ReactNode } from "react";
import { buttonClass } from "../../ui/Button.tsx";
import { LogoMark } from "../../ui/Logo.tsx";
import { endWords } from "./end-words.ts";
import type { FinalEnd, Pause } from "./live-socket.ts";

/** Replaces an unavailable view with the reason and a link. */
export function Notice({ end }: { end: FinalEnd | Pause }) {
  const { title, text, link } = endWords(end);
  return (
    <section role="alert" className="grid h-full place-items-center p-6">
      <div className="flex max-w-80 animate-[appear_180ms] flex-col items-center gap-2 text-center">
        <LogoMark className="mb-2 size-8 text-faint" />
        <h2 className="text-base font-medium">{title}</h2>
        <p className="text-sm text-balance text-mute">{text}</p>
        {link && <TopLink {...link} className={buttonClass("primary", "mt-3")} />}
      </div>
    </section>
  );
}

/** A link that opens outside the viewer's frame. */
export function TopLink({ href, label, className }: { href: string; label: ReactNode; className?: string }) {
  return (
    <a href={href} target="_top" className={className}>
      {label}
    </a>
  );
}
