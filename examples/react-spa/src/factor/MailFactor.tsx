import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { enablePlaces } from "./enable-places.ts";
import { OwnerField } from "./OwnerField.tsx";
import type { FactorPart } from "./part.ts";

interface MailFactorProps extends FactorPart {
  readonly done: (backupCodes: readonly string[]) => void;
}

/** Switches emailed codes on. They end with the whole second factor. */
export function MailFactor({ done, ...owner }: MailFactorProps) {
  const enable = async ({ password }: Values) => {
    const { data, error } = await authClient.twoFactor.enable({ method: "otp", ...(password ? { password } : {}) });
    if (data) done(data.backupCodes);
    return error;
  };

  return (
    <section className="group">
      <h2>Codes by email</h2>
      <p className="soft">
        {owner.user.emailVerified
          ? `A sign-in sends a code to ${owner.user.email}. As safe as your mailbox is.`
          : "Confirm your email address first: codes are sent to addresses that are yours."}
      </p>
      {owner.user.emailVerified && (
        <Form send={enable} kind="quiet" submit="Turn on codes by email" busy="One moment…" places={enablePlaces}>
          <OwnerField {...owner} />
        </Form>
      )}
    </section>
  );
}
