import { authClient } from "../../auth-client.ts";
import { Field } from "../../form/Field.tsx";
import { Form, type Values } from "../../form/Form.tsx";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { useRead } from "../../lists/use-read.ts";
import { errorFields } from "../../passkey/error-texts.ts";
import { PasskeyList } from "../../passkey/PasskeyList.tsx";
import { Bones } from "../Loading.tsx";

/** The user's passkeys; adds one. */
export function Passkeys() {
  const { data, error, refetch } = useRead("", (signal) => authClient.passkey.listUserPasskeys({}, { signal }));

  async function add({ name }: Values) {
    const { error } = await authClient.passkey.addPasskey(name ? { name } : {});
    if (!error) await refetch();
    return error;
  }

  return (
    <Screen
      title="Passkeys"
      lead="Sign in with your finger, your face or the PIN of your device. There is no password that an attacker could steal."
    >
      {!data && (error ? <Failed what="Your passkeys" error={error} retry={refetch} /> : <Bones />)}
      {data && <PasskeyList passkeys={data} changed={refetch} />}
      <section className="group">
        <h2>Add one</h2>
        <Form
          send={add}
          submit="Add a passkey"
          busy="Look at your device…"
          done="Your passkey is added."
          isCleared
          places={errorFields}
        >
          <Field
            name="name"
            label="Name"
            autoComplete="off"
            maxLength={255}
            hint="To know it again in the list, e.g. “Phone”."
          />
        </Form>
      </section>
    </Screen>
  );
}
