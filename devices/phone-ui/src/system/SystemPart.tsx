import type { Timer } from "@terrarium/phone-system/clock";
import { Component, type ContextType, type ReactNode } from "react";
import { ServicesContext } from "../services/services.ts";

/** Limit of restarts within the time below; a part with more crashes waits this time before its next restart. */
const RESTARTS_MAX = 3;
const RESTART_WINDOW_MS = 60_000;

interface Props {
  /** Name in the log. */
  name: string;
  children: ReactNode;
}

/**
 * Protects the rest of the screen from a part of the system that throws during rendering: the error is logged, and the
 * part restarts.
 */
export class SystemPart extends Component<Props, { crashed: boolean }> {
  static override contextType = ServicesContext;
  declare context: ContextType<typeof ServicesContext>;
  override state = { crashed: false };
  #crashesMs: readonly number[] = [];
  #timer: Timer | undefined;

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    const nowMs = this.context?.clock.elapsedMs() ?? 0;
    this.#crashesMs = [...this.#crashesMs.filter((at) => nowMs - at < RESTART_WINDOW_MS), nowMs];
    const waitMs = this.#crashesMs.length > RESTARTS_MAX ? RESTART_WINDOW_MS : 0;
    const when = waitMs === 0 ? "now" : `in ${waitMs / 1000} s`;
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.context?.log(`${this.props.name} of the system crashed and begins anew ${when}: ${what}`);
    this.#timer?.cancel();
    // Deferred, since React is still committing the rest of the screen.
    const restart = (): void => this.context?.run(() => this.setState({ crashed: false }));
    this.#timer = this.context?.clock.startTimer(waitMs, restart);
  }

  override componentWillUnmount(): void {
    this.#timer?.cancel();
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
