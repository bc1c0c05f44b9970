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
  #timer: NodeJS.Timeout | undefined;

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    const nowMs = performance.now();
    this.#crashesMs = [...this.#crashesMs.filter((at) => nowMs - at < RESTART_WINDOW_MS), nowMs];
    const waitMs = this.#crashesMs.length > RESTARTS_MAX ? RESTART_WINDOW_MS : 0;
    const when = waitMs === 0 ? "now" : `in ${waitMs / 1000} s`;
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.context?.log(`${this.props.name} of the system crashed and begins anew ${when}: ${what}`);
    clearTimeout(this.#timer);
    // Deferred, since React is still committing the rest of the screen.
    this.#timer = setTimeout(() => this.context?.run(() => this.setState({ crashed: false })), waitMs);
    this.#timer.unref();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
