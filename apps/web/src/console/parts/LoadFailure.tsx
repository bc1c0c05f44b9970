import { ConnectionError, messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";

export interface LoadFailureProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Returns why data could not be loaded; of a server that is away, that the console keeps trying. */
export const failureReason = (error: unknown): string =>
  error instanceof ConnectionError ? t("Can't reach the server. Reconnecting…") : messageOf(error);

/** Stands where data would be that could not be loaded: what failed, why, and another try. */
export function LoadFailure({ title, error, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <section
      role="alert"
      className="flex flex-col items-center rounded-[10px] border border-line bg-panel px-4 py-14 text-center"
    >
      <p className="font-medium text-bad">{title}</p>
      <p className="mt-1 text-sm text-mute">{failureReason(error)}</p>
      <Button className="mt-4" onClick={onRetry} isBusy={isRetrying}>
        {t("Try Again")}
      </Button>
    </section>
  );
}
