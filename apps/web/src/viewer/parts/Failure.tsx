import { Component, type ReactNode } from "react";
import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { FAILURE_WORDS } from "../../ui/failure-words.ts";
import { LogoMark } from "../../ui/Logo.tsx";

interface State {
  error: unknown;
}

interface FailureProps {
  /** Whether what failed is a part of a page, the rest of which goes on. */
  isPart?: boolean;
  children: ReactNode;
}

/** What is shown instead of a page, or a part of one, that failed: most often its code, which a newer version has replaced. */
export class Failure extends Component<FailureProps, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { isPart = false, children } = this.props;
    if (error === undefined) return children;
    const [Place, Heading] = isPart ? (["section", "h2"] as const) : (["main", "h1"] as const);
    return (
      <Place
        role="alert"
        className={cx(
          "flex flex-col items-center justify-center px-5 text-center",
          isPart ? "h-full overflow-y-auto" : "min-h-dvh",
        )}
      >
        <LogoMark className="size-10" />
        <Heading className="mt-6 text-base font-medium">
          {t(isPart ? FAILURE_WORDS.partHeading : FAILURE_WORDS.heading)}
        </Heading>
        <p className="mt-1.5 max-w-120 text-sm text-mute">{t(FAILURE_WORDS.advice, { problem: messageOf(error) })}</p>
        <Button kind="primary" className="mt-6" onClick={() => window.location.reload()}>
          {t(FAILURE_WORDS.reload)}
        </Button>
      </Place>
    );
  }
}
