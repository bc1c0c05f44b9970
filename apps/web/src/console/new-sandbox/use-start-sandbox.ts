import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { type NewSandbox, useCreateSandbox } from "../../api/sandboxes.ts";
import { t } from "../../language/text.ts";
import { toast } from "../../ui/toast.ts";
import { sandboxPath } from "../parts/links.ts";
import { reportFailure } from "../parts/report-failure.ts";

/**
 * Starts a sandbox of a team and goes to its page. That takes its time: to who does not wait for it, and looks at
 * something else by then, a message tells how it went.
 */
export function useStartSandbox(organizationId: string) {
  const { mutateAsync, isPending, error } = useCreateSandbox(organizationId);
  const navigate = useNavigate();
  const isWaitedFor = useRef(false);
  useEffect(() => {
    isWaitedFor.current = true;
    return () => {
      isWaitedFor.current = false;
    };
  }, []);
  /** `onStarted` is called before the page is left. */
  const start = async (config: NewSandbox, onStarted?: () => void): Promise<void> => {
    try {
      const { id } = await mutateAsync(config);
      if (!isWaitedFor.current) return toast.success(t("Sandbox {name} is running", { name: config.name ?? id }));
      onStarted?.();
      void navigate(sandboxPath(id));
    } catch (failure) {
      if (isWaitedFor.current) console.error("The sandbox could not be created", failure);
      else reportFailure("The sandbox could not be created")(failure);
    }
  };
  return { start, isPending, error };
}
