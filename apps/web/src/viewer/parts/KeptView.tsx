import { type CSSProperties, type ReactNode, Suspense, useState } from "react";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { Failure } from "./Failure.tsx";
import { ShownContext } from "./shown.ts";

export interface KeptViewProps {
  label: string;
  isShown: boolean;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/**
 * A view that begins when it is first looked at, and then goes on out of sight: a shell keeps its session, and what is
 * sent reaches its end. It keeps its size there, so that nothing in it has to be laid out again. What fails in it fails
 * alone.
 */
export function KeptView({ label, isShown, className, style, children }: KeptViewProps) {
  const [isSeen, setIsSeen] = useState(isShown);
  if (isShown && !isSeen) setIsSeen(true);
  return (
    <section aria-label={label} style={style} className={cx(className, !isShown && "invisible")}>
      <ShownContext value={isShown}>
        {isSeen && (
          <Failure size="part">
            <Suspense fallback={<ViewLoading />}>{children}</Suspense>
          </Failure>
        )}
      </ShownContext>
    </section>
  );
}

export function ViewLoading() {
  return (
    <output aria-label={t("Loading")} className="grid h-full place-items-center text-faint">
      <Spinner />
    </output>
  );
}
