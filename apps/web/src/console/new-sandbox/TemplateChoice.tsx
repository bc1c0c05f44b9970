import type { Template } from "@terrarium/contract/template";
import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { Choice } from "../../ui/Choice.tsx";
import { hourlyPrice, screenWords } from "../parts/template-words.ts";

/** A template to choose: what it is for, its screen, its size and its price. */
export function TemplateChoice({ template }: { template: Template }) {
  const { id, name, description, cpu, memory, missing } = template;
  const price = hourlyPrice(template);
  return (
    <Choice value={id} label={name} disabled={missing !== undefined}>
      {description !== undefined && <span className="mb-1 block font-sans text-xs">{translate(description)}</span>}
      <span className="block">{screenWords(template)}</span>
      <span className="block">
        {cpu ?? t("N/A")} CPU · {memory ?? t("N/A")} MB
      </span>
      {price !== undefined && <span className="block">{t("{price} per hour", { price })}</span>}
      {missing !== undefined && <span className="block text-bad">{t("Not available")}</span>}
    </Choice>
  );
}
