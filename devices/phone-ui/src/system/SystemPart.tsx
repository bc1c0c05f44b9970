import { Component, type ContextType, type ReactNode } from "react";
import { ServicesContext } from "../services/services.ts";

/** A part that throws more often than this within the time below rests until the time is over. */
const restartsMax = 3;
const restartWindowMs = 60_000;

interface Props {
  /** What the log calls it. */
  name: string;
  children: ReactNode;
}

/**
 * Keeps a part of the system that throws while it is drawn from taking the rest of the screen with it: the error is
 * logged, and the part begins anew.
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
    this.#crashesMs = [...this.#crashesMs.filter((at) => nowMs - at < restartWindowMs), nowMs];
    const waitMs = this.#crashesMs.length > restartsMax ? restartWindowMs : 0;
    const when = waitMs === 0 ? "now" : `in ${waitMs / 1000} s`;
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.context?.log(`${this.props.name} of the system crashed and begins anew ${when}: ${what}`);
    clearTimeout(this.#timer);
    // Not at once: React is still committing what is left of the screen.
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
