import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import type { Enrolment } from "./Enrol.tsx";
import { enablePlaces } from "./enable-places.ts";
import { OwnerField } from "./OwnerField.tsx";
import type { FactorPart } from "./part.ts";

interface AppFactorProps extends FactorPart {
  readonly begun: (enrolment: Enrolment) => void;
  readonly isFirst: boolean;
}

/** Begins to set up an authenticator app. */
export function AppFactor({ begun, isFirst, ...owner }: AppFactorProps) {
  const begin = async ({ password }: Values) => {
    const { data, error } = await authClient.twoFactor.enable(password ? { password } : {});
    if (data) begun({ totpURI: data.totpURI ?? "", backupCodes: data.backupCodes });
    return error;
  };

  return (
    <section className="group">
      <h2>Authenticator app</h2>
      <p className="soft">
        An app on your phone shows a new code every 30 seconds, without a connection.{" "}
        {isFirst ? "The safest choice here." : "It brings new backup codes, and the old ones end."}
      </p>
      <Form send={begin} submit="Set up an app" busy="One moment…" places={enablePlaces}>
        <OwnerField {...owner} />
      </Form>
    </section>
  );
}
