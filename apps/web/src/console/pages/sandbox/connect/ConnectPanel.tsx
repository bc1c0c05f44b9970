import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { BookOpen, Globe } from "lucide-react";
import { useState } from "react";
import { findWholeKey, useApiKeys } from "../../../../api/api-keys.ts";
import { t } from "../../../../language/text.ts";
import { useTeam } from "../../../../session/use-team.ts";
import { Segments } from "../../../../ui/Segments.tsx";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { Snippet } from "../../../../ui/Snippet.tsx";
import { DOCS_PATH } from "../../../parts/links.ts";
import { maskedKey } from "../../api-keys/api-key-name.ts";
import { CreateKeyButton } from "../../api-keys/CreateKeyButton.tsx";
import { clientsOf } from "./clients.ts";
import { Ports } from "./Ports.tsx";

/** Storage key of the last chosen client. */
const STORAGE_KEY = "connect-client";

/** Code and settings that connect programs and agents to a running sandbox. Copied code works as it is. */
export function ConnectPanel({ sandbox }: { sandbox: SandboxDetails | undefined }) {
  const team = useTeam();
  const keys = useApiKeys(team.id);
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORAGE_KEY));
  if (sandbox === undefined || keys.isPending) return <ConnectSkeleton />;
  if (sandbox.status !== "Running")
    return <p className="p-5 text-sm text-mute">{t("Start the sandbox to connect to it.")}</p>;
  const clients = clientsOf(sandbox.kind);
  const client = clients.find(({ id }) => id === chosen) ?? clients[0];
  if (client === undefined) return null;
  const key = findWholeKey(keys.data)?.key;
  const stepsWith = (apiKey: string) =>
    client.steps({ origin: window.location.origin, sandboxId: sandbox.id, kind: sandbox.kind, apiKey });
  const shown = stepsWith(key === undefined ? KEY_PLACEHOLDER : maskedKey(key));
  const copied = stepsWith(key ?? KEY_PLACEHOLDER);
  const choose = (id: string) => {
    localStorage.setItem(STORAGE_KEY, id);
    setChosen(id);
  };
  return (
    <div className="h-full overflow-y-auto p-4 sm:p-5">
      <div className="-m-1 flex overflow-x-auto p-1">
        <Segments
          label={t("Client")}
          entries={clients.map(({ id, name }) => ({ value: id, label: name }))}
          value={client.id}
          onChange={choose}
        />
      </div>
      {keys.data !== undefined && key === undefined && <NoKey organizationId={team.id} />}
      <ol className="mt-4 grid grid-cols-1 gap-4">
        {shown.map(({ title, code }, index) => (
          <li key={title} className="min-w-0">
            <h3 className="mb-1.5 text-sm font-medium">{t(title)}</h3>
            <Snippet label={t(title)} code={code} copied={copied[index]?.code ?? code} />
          </li>
        ))}
      </ol>
      <p className="mt-4 flex max-w-xl items-center gap-2 text-sm text-mute">
        <BookOpen className="size-3.5 shrink-0" aria-hidden="true" />
        <a href={client.guide} target="_blank" rel="noreferrer" className="text-text underline underline-offset-2">
          {t("Documentation of {client}", { client: client.name })}
        </a>
      </p>
      {sandbox.kind === "phone" ? <InternetNote /> : <Ports sandboxId={sandbox.id} />}
    </div>
  );
}

/** Explains to users whose phone shows "No internet access" who can change it. */
function InternetNote() {
  return (
    <p className="mt-2 flex max-w-xl items-center gap-2 text-sm text-mute">
      <Globe className="size-3.5 shrink-0" aria-hidden="true" />
      <span>
        {t("Apps on the phone reach the internet if the operator of this server allows it.")}{" "}
        <a href={NETWORK_GUIDE} target="_blank" rel="noreferrer" className="text-text underline underline-offset-2">
          {t("Give devices a network")}
        </a>
      </span>
    </p>
  );
}

const NETWORK_GUIDE = `${DOCS_PATH}operate/configure.html#give-devices-a-network`;

/** Stands for the API key of a team without one. */
const KEY_PLACEHOLDER = "trm_…";

function NoKey({ organizationId }: { organizationId: string }) {
  return (
    <div className="mt-4 flex max-w-xl flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-mute">{t("Requires an API key of this team.")}</p>
      <CreateKeyButton organizationId={organizationId} />
    </div>
  );
}

function ConnectSkeleton() {
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="h-24 w-full max-w-xl" />
    </div>
  );
}
