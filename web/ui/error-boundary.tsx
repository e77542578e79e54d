import { Component, type ReactNode } from 'react';

/** Keeps the failure of one part from breaking the others. */
export class ErrorBoundary extends Component<{ children: ReactNode; instead?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
