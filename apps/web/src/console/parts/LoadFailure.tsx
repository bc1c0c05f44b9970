import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";

export interface LoadFailureProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Stands where data would be that could not be loaded: what failed, why, and another try. */
export function LoadFailure({ title, error, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <section
      role="alert"
      className="flex flex-col items-center rounded-[10px] border border-line bg-panel px-4 py-14 text-center"
    >
      <p className="font-medium text-bad">{title}</p>
      <p className="mt-1 text-sm text-mute">{messageOf(error)}</p>
      <Button className="mt-4" onClick={onRetry} isBusy={isRetrying}>
        {t("Try Again")}
      </Button>
    </section>
  );
}
