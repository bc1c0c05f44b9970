import type { BoxRight } from "@terrarium/contract/box-rights";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useAdbCommand, useMakeLink } from "../../../api/box-links.ts";
import { type Label, t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice, ChoiceGroup } from "../../../ui/Choice.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";
import { reportFailure } from "../../parts/report-failure.ts";
import { OpenLinks } from "./OpenLinks.tsx";
import { RightChoices } from "./RightChoices.tsx";

/** Lifetimes of a link in the API's format. The longest is the API's maximum. */
const LIFETIMES = [
  { value: "15m", label: "15 minutes" },
  { value: "1h", label: "1 hour" },
  { value: "3h", label: "3 hours" },
  { value: "4h", label: "4 hours" },
] as const satisfies readonly { value: string; label: Label }[];

export interface ShareDialogProps {
  sandboxId: string;
  /** Whether links open the screen. Without a screen, a link opens a terminal. */
  hasScreen: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Shares one sandbox for a limited time: creates links and revokes active ones. */
export function ShareDialog({ isOpen, ...content }: ShareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={content.onClose}
      className="max-w-lg!"
      title={t("Share the sandbox")}
      description={t("Anyone with the link can open this sandbox only. No account needed.")}
    >
      <Content {...content} />
    </Dialog>
  );
}

function Content({ sandboxId, hasScreen, onClose }: Omit<ShareDialogProps, "isOpen">) {
  const make = useMakeLink(sandboxId);
  return (
    <>
      <div className="mt-4 grid grid-cols-1 gap-5">
        <NewLink key={String(hasScreen)} make={make} hasScreen={hasScreen} />
        <OpenLinks sandboxId={sandboxId} />
        <AdbCommand sandboxId={sandboxId} />
      </div>
      <DialogActions isBusy={make.isPending}>
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogActions>
    </>
  );
}

function NewLink({ make, hasScreen }: { make: ReturnType<typeof useMakeLink>; hasScreen: boolean }) {
  const [rights, setRights] = useState<BoxRight[]>([]);
  const [expiresIn, setExpiresIn] = useState<string>("1h");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate(
      { rights: hasScreen ? ["view", ...rights] : undefined, expiresIn },
      { onError: reportFailure("The link could not be created") },
    );
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      {hasScreen ? (
        <RightChoices chosen={rights} fixed={["view"]} onChange={setRights} />
      ) : (
        <p className="text-sm">
          {t("The link opens a terminal. Anyone with it can run commands and read every file.")}
        </p>
      )}
      <ChoiceGroup
        label={t("Expires after")}
        value={expiresIn}
        onChange={setExpiresIn}
        className="grid-cols-2 sm:grid-cols-4"
      >
        {LIFETIMES.map(({ value, label }) => (
          <Choice key={value} value={value} label={t(label)} />
        ))}
      </ChoiceGroup>
      <Button type="submit" kind="primary" isBusy={make.isPending} className="justify-self-start">
        {t("Create link")}
      </Button>
      {make.data !== undefined && (
        <div>
          <Snippet label={t("the link")} code={make.data} />
          <output className="mt-1.5 block text-xs text-mute">{t("Copy it now. You won't see it again.")}</output>
        </div>
      )}
    </form>
  );
}

function AdbCommand({ sandboxId }: Pick<ShareDialogProps, "sandboxId">) {
  const { data: command, error } = useAdbCommand(sandboxId);
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{t("Connect with adb from your machine")}</h3>
      {command !== undefined && <Snippet label={t("the adb command")} code={command} />}
      {command === undefined && error === null && <Skeleton className="h-10 w-full" />}
      {error !== null && <p className="text-sm text-mute">{messageOf(error)}</p>}
    </section>
  );
}
