import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** The label of the button that closes without a change. */
  readonly cancel?: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. When it closes, the focus returns. */
export function Dialog({ title, lead, cancel = "Cancel", close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The focus returns only if the dialog is closed before it is removed.
    return () => shown?.close();
  }, []);

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onCancel={close}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
      <button className="button quiet" type="button" onClick={close}>
        {cancel}
      </button>
    </dialog>
  );
}
