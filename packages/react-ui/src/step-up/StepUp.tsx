import type { StepUpState } from "@keyhold/react";
import { type ComponentType, type ReactElement, useEffect, useRef, useState } from "react";
import { useUser } from "../user/use-user.js";
import type { StepUpDialogProps } from "./StepUpDialog.js";

/** The properties of `StepUp`. */
export interface StepUpProps {
  /** The hook of `createStepUp()` of `@keyhold/react`. */
  readonly use: () => StepUpState;
}

/**
 * While this component is mounted, calls that need a newer proof wait for the dialog. The first waiting call loads the
 * dialog.
 */
export function StepUp({ use: useNeed }: StepUpProps): ReactElement | null {
  const { need, finish, cancel } = useNeed();
  const [Dialog, setDialog] = useState<ComponentType<StepUpDialogProps> | null>(null);
  const isNeeded = need !== null;
  const userId = useUser()?.id ?? null;
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // A waiting call is of one user: the call must not continue in the session of another user.
    if (!isNeeded) asked.current = null;
    else if (asked.current === null && userId !== null) asked.current = userId;
    else if (asked.current !== userId) cancel();
  }, [isNeeded, userId, cancel]);
  useEffect(() => {
    // Without a connection the calls fail, as they do without a proof.
    if (isNeeded) import("../later.js").then(({ StepUpDialog }) => setDialog(() => StepUpDialog), cancel);
  }, [isNeeded, cancel]);
  return need && Dialog && <Dialog {...need} proven={finish} close={cancel} />;
}
