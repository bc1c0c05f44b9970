import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { formatDay, formatFull } from "../../parts/format.ts";

/** The day on which a key expires, in red once it has expired. */
export function KeyExpiry({ at, nowMs }: { at: string; nowMs: number }) {
  const isOver = Date.parse(at) <= nowMs;
  return (
    <time
      dateTime={at}
      title={isOver ? t("Expired at {time}", { time: formatFull(at) }) : formatFull(at)}
      className={isOver ? "text-bad" : ""}
    >
      {isOver ? translate("Expired") : formatDay(at)}
    </time>
  );
}
