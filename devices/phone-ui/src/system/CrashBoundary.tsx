import { Component, type ReactNode } from "react";

interface Props {
  onCrash: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps an app that throws while it is drawn from taking the whole screen with it: it shows nothing, and is told of. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
