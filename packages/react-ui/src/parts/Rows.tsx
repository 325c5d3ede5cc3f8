import { Component, type ReactElement, type ReactNode } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The properties of `Rows`. */
export interface RowsProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item) => ReactElement;
}

/** The rows of a list. An entry that cannot be shown, e.g. with a value of a wrong type, leaves the others in place. */
export const Rows = <Item extends { readonly id: string }>({ of, children }: RowsProps<Item>): ReactElement => (
  <>
    {of.map((item) => (
      <RowBoundary key={item.id} of={item}>
        <Row show={() => children(item)} />
      </RowBoundary>
    ))}
  </>
);

/** A separate component: a boundary catches only the errors of the components inside. */
const Row = ({ show }: { readonly show: () => ReactElement }): ReactElement => show();

/** The properties of `RowBoundary`. */
export interface RowBoundaryProps {
  /** The item of the row: a new item is shown again. */
  readonly of: unknown;
  readonly children: ReactNode;
}

interface RowBoundaryState {
  readonly of: unknown;
  readonly hasFailed: boolean;
}

/** In place of a row that cannot be shown: a sentence. React offers boundaries of errors as classes only. */
export class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<RowBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ of }: RowBoundaryProps, state: RowBoundaryState): RowBoundaryState | null {
    return of === state.of ? null : { of, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Unreadable /> : this.props.children;
  }
}

function Unreadable(): ReactElement {
  const { unreadable } = useTexts("common", common);
  return (
    <li>
      <p className="kh-meta">{unreadable}</p>
    </li>
  );
}
