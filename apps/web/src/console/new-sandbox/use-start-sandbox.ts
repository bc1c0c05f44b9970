import { useNavigate } from "react-router";
import { type NewSandbox, useCreateSandbox } from "../../api/sandboxes.ts";
import { t } from "../../language/text.ts";
import { toast } from "../../ui/toast.ts";
import { sandboxPath } from "../parts/links.ts";
import { reportIfLeft } from "../parts/report-failure.ts";

/**
 * Starts a sandbox of a team and opens its page. If the user has left the dialog by then, a toast reports the result
 * instead.
 */
export function useStartSandbox(organizationId: string) {
  const { mutate, isPending, error } = useCreateSandbox(organizationId);
  const navigate = useNavigate();
  /** Runs `onStarted` before navigating away. */
  const start = (config: NewSandbox, onStarted?: () => void): void =>
    mutate(config, {
      onSuccess: ({ id }, isMounted) => {
        if (!isMounted) return toast.success(t("Sandbox {name} is running", { name: config.name ?? id }));
        onStarted?.();
        void navigate(sandboxPath(id));
      },
      onError: reportIfLeft("The sandbox could not be created"),
    });
  return { start, isPending, error };
}
