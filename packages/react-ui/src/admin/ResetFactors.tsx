import { type ReactElement, useRef, useState } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { Result } from "../parts/Result.js";
import { shortName } from "../parts/short-name.js";
import { admin as english } from "../texts/en/admin.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import type { ManagedUser } from "./types.js";
import type { UserAction } from "./use-admin-user.js";

/** The properties of `ResetFactors`. */
export interface ResetFactorsProps {
  readonly user: ManagedUser;
  readonly action: UserAction;
}

/** The reset of the second factors of a user who has lost them. */
export function ResetFactors({ user, action: { isBusy, error, done, run } }: ResetFactorsProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const texts = useTexts("admin", english);
  const { name } = usePerson()(user);
  const heading = useRef<HTMLHeadingElement>(null);

  async function reset(): Promise<void> {
    setAsking(false);
    // The button is removed after the action; the focus moves to the heading.
    if (await run()) heading.current?.focus();
  }

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {texts.secondFactor}
      </h2>
      <p className="kh-soft">{user.twoFactorEnabled ? texts.resetText : texts.hasNoFactor}</p>
      {user.twoFactorEnabled && (
        <Button
          kind="quiet"
          isBusy={isBusy}
          label={texts.resetStart}
          busyLabel={texts.resetting}
          onClick={() => setAsking(true)}
        />
      )}
      <Result error={error} done={done} />
      {isAsking && (
        <Dialog
          title={texts.resetQuestion(shortName(name))}
          lead={texts.resetLead}
          cancel={texts.keep}
          close={() => setAsking(false)}
        >
          <button className="kh-button kh-danger" type="button" onClick={reset}>
            {texts.reset}
          </button>
        </Dialog>
      )}
    </section>
  );
}
