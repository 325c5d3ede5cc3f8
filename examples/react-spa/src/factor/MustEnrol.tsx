import type { CallError } from "@keyhold/client";
import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Form } from "../form/Form.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Enrol, type Enrolment } from "./Enrol.tsx";
import type { FinishedSignIn } from "./verify-factor.ts";

interface MustEnrolProps {
  /** After the answer of the call that confirms the app; answers its error. */
  readonly finish: (answer: FinishedSignIn) => CallError | null;
}

/** For a user who must have a second factor and has none: the sign-in waits until one is set up. */
export function MustEnrol({ finish }: MustEnrolProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);

  async function begin() {
    const { data, error } = await authClient.twoFactor.enable({});
    if (error) return finish({ data: null, error });
    setEnrolment({ totpURI: data.totpURI ?? "", backupCodes: data.backupCodes });
    return null;
  }

  if (enrolment) {
    const confirm = async ({ code }: { code: string }) => finish(await authClient.twoFactor.verifyTotp({ code }));
    return <Enrol {...enrolment} confirm={confirm} />;
  }
  return (
    <Screen
      title="Your account needs a second factor"
      lead="The rules of this app ask you for one: an authenticator app on your phone. Setting it up takes a minute."
    >
      <Form send={begin} submit="Set up an authenticator app" busy="One moment…" places={{}}>
        {null}
      </Form>
    </Screen>
  );
}
