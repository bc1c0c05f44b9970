import type { Sandbox } from "@terrarium/contract/sandbox";
import { translate } from "../../../language/language.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { endTitle } from "./end-words.ts";

/** A sandbox's status. Its tooltip says when and why the sandbox ended, or when it will end. */
export function StatusBadge({ sandbox }: { sandbox: Sandbox }) {
  return (
    <Badge isAlive={sandbox.status === "Running"} title={endTitle(sandbox)}>
      {translate(sandbox.status)}
    </Badge>
  );
}
