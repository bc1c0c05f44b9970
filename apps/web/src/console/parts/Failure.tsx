import { Component, type ReactNode } from "react";
import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";
import { LogoMark } from "../../ui/Logo.tsx";
import { FAILURE_WORDS } from "./failure-words.ts";

interface State {
  error: unknown;
}

/** What is shown instead of a page that failed: most often its code, which a newer version has replaced. */
export class Failure extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main role="alert" className="flex min-h-dvh flex-col items-center justify-center px-5 text-center">
        <LogoMark className="size-10" />
        <h1 className="mt-6 text-base font-medium">{t(FAILURE_WORDS.heading)}</h1>
        <p className="mt-1.5 max-w-120 text-sm text-mute">{t(FAILURE_WORDS.advice, { problem: messageOf(error) })}</p>
        <Button kind="primary" className="mt-6" onClick={() => window.location.reload()}>
          {t(FAILURE_WORDS.reload)}
        </Button>
      </main>
    );
  }
}
