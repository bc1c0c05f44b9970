import { Component, type ReactNode, useEffect } from "react";
import { messageOf } from "../../api/api-error.ts";
import { type Label, t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { FAILURE_WORDS } from "../../ui/failure-words.ts";
import { keepTrying } from "../../ui/keep-trying.ts";
import { MissingCodeError } from "../../ui/late-code.ts";
import { LogoMark } from "../../ui/Logo.tsx";

/** The failed part: the whole window, a page inside the console's layout, or a part of a page. */
type FailureSize = "window" | "page" | "part";

interface State {
  error: unknown;
}

interface FailureProps {
  size: FailureSize;
  /** Renders in place of the notice while code is missing. */
  renderMissing?: () => ReactNode;
  /** Wraps the notice. */
  renderFrame?: (notice: ReactNode) => ReactNode;
  children: ReactNode;
}

/**
 * Error boundary that shows a notice. Code that failed to load is retried until it arrives, and the children then
 * render.
 */
export class Failure extends Component<FailureProps, State> {
  override state: State = { error: undefined };

  readonly #recover = () => this.setState({ error: undefined });

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { size, renderMissing, renderFrame = (notice) => notice, children } = this.props;
    if (error === undefined) return children;
    const isMissing = error instanceof MissingCodeError;
    return (
      <>
        {isMissing && <Recovery error={error} onRecovery={this.#recover} />}
        {isMissing && renderMissing !== undefined
          ? renderMissing()
          : renderFrame(<FailureNotice size={size} error={error} />)}
      </>
    );
  }
}

function Recovery({ error, onRecovery }: { error: MissingCodeError; onRecovery: () => void }): ReactNode {
  useEffect(() => keepTrying(error.retry, onRecovery), [error, onRecovery]);
  return null;
}

const HEADINGS: Record<FailureSize, Label> = {
  window: FAILURE_WORDS.heading,
  page: FAILURE_WORDS.heading,
  part: FAILURE_WORDS.partHeading,
};

function FailureNotice({ size, error }: { size: FailureSize; error: unknown }) {
  const [Place, Heading] = size === "window" ? (["main", "h1"] as const) : (["section", "h2"] as const);
  return (
    <Place
      role="alert"
      className={cx(
        "flex flex-col items-center justify-center px-5 text-center",
        { window: "min-h-dvh", page: "m-auto", part: "h-full overflow-y-auto" }[size],
      )}
    >
      <LogoMark className="size-10" />
      <Heading className="mt-6 text-base font-medium">{t(HEADINGS[size])}</Heading>
      <p className="mt-1.5 max-w-120 text-sm text-mute">{t(FAILURE_WORDS.advice, { problem: messageOf(error) })}</p>
      {error instanceof MissingCodeError && <p className="mt-1.5 text-sm text-mute">{t("Reconnecting…")}</p>}
      <Button kind="primary" className="mt-6" onClick={() => window.location.reload()}>
        {t(FAILURE_WORDS.reload)}
      </Button>
    </Place>
  );
}
