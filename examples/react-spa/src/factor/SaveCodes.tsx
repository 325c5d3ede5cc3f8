import { Screen } from "../layout/Screen.tsx";
import { BackupCodes } from "./BackupCodes.tsx";

interface SaveCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  /** Whether they replace others. */
  readonly isNew?: boolean;
  readonly goOn: string;
  readonly done: () => void;
}

/** Shown once, in place of the screen that made them. */
export const SaveCodes = ({ codes, email, isNew = false, goOn, done }: SaveCodesProps) => (
  <Screen
    title="Save your backup codes"
    lead={
      isNew
        ? "The old ones have ended. These are shown only now; each opens your account once, without your phone."
        : "If you lose your phone, each of them opens your account once. They are shown only now."
    }
  >
    <BackupCodes codes={codes} email={email} />
    <p className="choices">
      <button className="button primary" type="button" onClick={done}>
        {goOn}
      </button>
    </p>
  </Screen>
);
