import { hourlyMicroDollars } from "@terrarium/contract/pricing";
import type { Template } from "@terrarium/contract/template";
import { t } from "../../language/text.ts";
import { formatMicroDollars } from "./format-money.ts";

/** Returns the screen size as 720 × 1280 (pixels), or the words for none. */
export const screenWords = ({ screen }: Pick<Template, "screen">): string =>
  screen === undefined ? t("no screen") : `${screen.width} × ${screen.height}`;

/** Returns the price of an hour in dollars, or undefined if the template does not determine it. */
export const hourlyPrice = ({ cpu, memory }: Pick<Template, "cpu" | "memory">): string | undefined =>
  cpu === undefined || memory === undefined
    ? undefined
    : formatMicroDollars(hourlyMicroDollars({ cpu, memoryMb: memory }));
