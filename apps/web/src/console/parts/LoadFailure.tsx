import { ConnectionError, messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";

export interface LoadFailureProps {
  /** States what failed to load. */
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Returns why data failed to load. For an unreachable server it states that the console keeps retrying. */
export const failureReason = (error: unknown): string =>
  error instanceof ConnectionError ? t("Can't reach the server. Reconnecting…") : messageOf(error);

/** Replaces data that failed to load: the failure, its reason, and a retry button. */
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
