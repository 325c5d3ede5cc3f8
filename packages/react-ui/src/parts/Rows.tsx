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
      <RowBoundary key={item.id}>
        <Row show={() => children(item)} />
      </RowBoundary>
    ))}
  </>
);

/** A separate component: a boundary catches only the errors of the components inside. */
const Row = ({ show }: { readonly show: () => ReactElement }): ReactElement => show();

/** React offers boundaries of errors as classes only. */
class RowBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: true } {
    return { hasFailed: true };
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
