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
 * A view that mounts when it is first shown and stays mounted while hidden, so that shells keep their sessions and
 * uploads finish. It keeps its size, so that nothing needs a new layout. A failure affects only this view.
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
