import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** What is on the button that changes nothing. */
  readonly cancel?: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Stands before the page until it is answered; then the focus is back where it was. */
export function Dialog({ title, lead, cancel = "Cancel", close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Only a dialog that is closed gives the focus back, not one that is taken away.
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
