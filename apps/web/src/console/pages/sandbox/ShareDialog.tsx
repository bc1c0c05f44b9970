import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { type LinkKind, useAdbCommand, useMakeLink } from "../../../api/box-links.ts";
import { type Label, t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice, ChoiceGroup } from "../../../ui/Choice.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";
import { reportFailure } from "../../parts/report-failure.ts";
import { OpenLinks } from "./OpenLinks.tsx";

const KINDS = [
  { value: "view", label: "Watch", meaning: "See the screen" },
  { value: "drive", label: "Use", meaning: "Touch, click and type too" },
  { value: "terminal", label: "Terminal", meaning: "A shell on the device" },
] as const satisfies readonly { value: LinkKind; label: Label; meaning: Label }[];

/** How long a link may be good, in the API's words; the longest is the API's. */
const LIFETIMES = [
  { value: "15m", label: "15 minutes" },
  { value: "1h", label: "1 hour" },
  { value: "3h", label: "3 hours" },
  { value: "4h", label: "4 hours" },
] as const satisfies readonly { value: string; label: Label }[];

export interface ShareDialogProps {
  sandboxId: string;
  /** Without one, a terminal is all that others may have. */
  hasScreen: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Lets others in to one sandbox for a while: makes links, and ends those that are open. */
export function ShareDialog({ isOpen, ...content }: ShareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={content.onClose}
      className="max-w-lg!"
      title={t("Share the sandbox")}
      description={t("Whoever has a link needs no account, and reaches this sandbox alone.")}
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
        <OpenLinks sandboxId={sandboxId} hasScreen={hasScreen} />
        <AdbCommand sandboxId={sandboxId} />
      </div>
      <DialogActions isBusy={make.isPending}>
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogActions>
    </>
  );
}

function NewLink({ make, hasScreen }: { make: ReturnType<typeof useMakeLink>; hasScreen: boolean }) {
  const kinds = hasScreen ? KINDS : KINDS.filter(({ value }) => value === "terminal");
  const [kind, setKind] = useState<LinkKind>(hasScreen ? "view" : "terminal");
  const [expiresIn, setExpiresIn] = useState<string>("1h");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate({ kind, expiresIn }, { onError: reportFailure("The link could not be made") });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <ChoiceGroup
        label={t("Others may")}
        value={kind}
        onChange={(value) => setKind(kinds.find((each) => each.value === value)?.value ?? kind)}
        className="sm:grid-cols-3"
      >
        {kinds.map(({ value, label, meaning }) => (
          <Choice key={value} value={value} label={t(label)}>
            <span className="font-sans text-xs">{t(meaning)}</span>
          </Choice>
        ))}
      </ChoiceGroup>
      <ChoiceGroup label={t("For")} value={expiresIn} onChange={setExpiresIn} className="grid-cols-2 sm:grid-cols-4">
        {LIFETIMES.map(({ value, label }) => (
          <Choice key={value} value={value} label={t(label)} />
        ))}
      </ChoiceGroup>
      <Button type="submit" kind="primary" isBusy={make.isPending} className="justify-self-start">
        {t("Make a link")}
      </Button>
      {make.data !== undefined && (
        <div>
          <Snippet label={t("the link")} code={make.data} />
          <output className="mt-1.5 block text-xs text-mute">{t("Copy it now: it is not shown again.")}</output>
        </div>
      )}
    </form>
  );
}

function AdbCommand({ sandboxId }: Pick<ShareDialogProps, "sandboxId">) {
  const { data: command, error } = useAdbCommand(sandboxId);
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{t("With adb, on your own machine")}</h3>
      {command !== undefined && <Snippet label={t("the adb command")} code={command} />}
      {command === undefined && error === null && <Skeleton className="h-10 w-full" />}
      {error !== null && <p className="text-sm text-mute">{messageOf(error)}</p>}
    </section>
  );
}
