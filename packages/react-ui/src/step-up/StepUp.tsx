import type { StepUpState } from "@keyhold/react";
import { type ComponentType, type ReactElement, useEffect, useState } from "react";
import type { StepUpDialogProps } from "./StepUpDialog.js";

/** The properties of `StepUp`. */
export interface StepUpProps {
  /** The hook of `createStepUp()` of `@keyhold/react`. */
  readonly use: () => StepUpState;
}

/** While it is mounted, calls that need a newer proof wait for its dialog. The dialog is loaded when the first one does. */
export function StepUp({ use: useNeed }: StepUpProps): ReactElement | null {
  const { need, finish, cancel } = useNeed();
  const [Dialog, setDialog] = useState<ComponentType<StepUpDialogProps> | null>(null);
  const isNeeded = need !== null;
  useEffect(() => {
    // Without a connection the calls fail, as they do without a proof.
    if (isNeeded) import("./StepUpDialog.js").then(({ StepUpDialog }) => setDialog(() => StepUpDialog), cancel);
  }, [isNeeded, cancel]);
  return need && Dialog && <Dialog {...need} proven={finish} close={cancel} />;
}
