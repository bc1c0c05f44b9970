import { type BoxRight, withImplied } from "@terrarium/contract/box-rights";
import { useId } from "react";
import { t } from "../../../language/text.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { RIGHT_LABELS, RIGHT_WORDS } from "./link-rights.ts";

const OFFERED = ["view", "input", "files", "shell"] as const satisfies readonly BoxRight[];

export interface RightChoicesProps {
  /** The chosen rights, without implied ones. */
  chosen: readonly BoxRight[];
  /** Rights that every such link includes. */
  fixed: readonly BoxRight[];
  onChange: (rights: BoxRight[]) => void;
}

/** A checkbox for each right of a new link. Implied rights are checked and locked. */
export function RightChoices({ chosen, fixed, onChange }: RightChoicesProps) {
  const id = useId();
  const granted = withImplied([...fixed, ...chosen]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("Access")}</legend>
      <div className="grid gap-1.5 text-sm">
        {OFFERED.map((right) => {
          const isLocked = granted.includes(right) && !chosen.includes(right);
          return (
            <label key={right} className="flex items-start gap-2 [&>:first-child]:mt-0.5">
              <Checkbox
                label={t(RIGHT_LABELS[right])}
                aria-describedby={`${id}-${right}`}
                checked={granted.includes(right)}
                disabled={isLocked}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, right] : chosen.filter((each) => each !== right))
                }
              />
              <span>
                {t(RIGHT_LABELS[right])}
                <span id={`${id}-${right}`} className="block text-xs text-mute">
                  {t(RIGHT_WORDS[right])}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
