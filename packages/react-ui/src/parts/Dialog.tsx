import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The properties of `Dialog`. */
export interface DialogProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** The label of the button that closes the dialog without a change. */
  readonly cancel?: string;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** A modal dialog. The browser keeps the dialog above the page. When the dialog closes, the focus returns. */
export function Dialog({ title, lead, cancel, close, children }: DialogProps): ReactElement {
  const texts = useTexts("common", common);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The first field; without a field the title, so that no button is pressed by mistake.
    const field = shown?.querySelector<HTMLElement>("input:not([hidden]), select, textarea");
    (field ?? heading.current)?.focus();
    // The focus returns only if the dialog is closed before its removal.
    return () => shown?.close();
  }, []);

  return (
    <dialog ref={dialog} className="kh-dialog" aria-labelledby={id} onCancel={close}>
      <h2 className="kh-dialog-title" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="kh-soft">{lead}</p>}
      {children}
      <button className="kh-button kh-quiet" type="button" onClick={close}>
        {cancel ?? texts.cancel}
      </button>
    </dialog>
  );
}
