import { Component, type ComponentChildren } from 'preact';
import { Problem } from './problem.tsx';

interface Props {
  /** When it changes, the page is tried again. */
  readonly address: string;
  readonly children: ComponentChildren;
}

interface State {
  readonly failedAt: string | undefined;
}

/** A fault while a page is drawn takes that page away, not all of them. */
export class Boundary extends Component<Props, State> {
  override state: State = { failedAt: undefined };

  override componentDidCatch(cause: unknown): void {
    console.error(cause);
    this.setState({ failedAt: this.props.address });
  }

  render({ address, children }: Props, { failedAt }: State) {
    return failedAt === address ? <Problem kind="failed" /> : children;
  }
}
