import { Component, type ReactNode } from "react";

interface Props {
  onCrash: (error: unknown) => void;
  children: ReactNode;
}

/**
 * Protects the rest of the screen from an app that throws during rendering: the app's content disappears, and the error
 * is reported.
 */
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
