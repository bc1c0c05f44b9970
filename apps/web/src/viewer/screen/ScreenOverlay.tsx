import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { endWords, sentence } from "../parts/end-words.ts";
import { TopLink } from "../parts/Notice.tsx";
import type { ScreenState } from "./screen-client.ts";

/** Overlay on the screen while there is no live video. */
export function ScreenOverlay({ state }: { state: ScreenState }) {
  if (state.kind === "live") return null;
  const { title, text, link, isBusy } = overlayWords(state);
  return (
    <div
      role={isBusy ? "status" : "alert"}
      className="absolute inset-0 flex animate-[appear_180ms] flex-col items-center justify-center gap-2 p-6 text-center text-[#e8ece6]"
    >
      {isBusy && <Spinner className="mb-2 size-5 text-[#a3d977]" />}
      <h2 className="text-base font-medium">{title}</h2>
      {text !== "" && <p className="max-w-64 text-sm text-balance text-[#a5aea3]">{text}</p>}
      {link && (
        <TopLink
          {...link}
          className="mt-3 inline-flex h-8 items-center rounded-[7px] bg-[#a3d977] px-3 text-sm font-medium text-[#0d1508] hover:brightness-110"
        />
      )}
    </div>
  );
}

function overlayWords(state: Exclude<ScreenState, { kind: "live" }>) {
  switch (state.kind) {
    case "connecting":
      return { title: t("Connecting to the screen"), text: "", link: undefined, isBusy: true };
    case "reconnecting":
      return {
        title: t("Reconnecting…"),
        text: sentence(translate(state.detail) || t("The connection was lost")),
        link: undefined,
        isBusy: true,
      };
    case "unsupported":
      return {
        title: t("This browser cannot show the screen"),
        text: sentence(state.detail),
        link: undefined,
        isBusy: false,
      };
    default:
      return { ...endWords(state), isBusy: false };
  }
}
