import type { ListedAccount } from "@keyhold/client";
import { authClient } from "../auth-client.ts";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { UserEmail } from "../form/UserEmail.tsx";
import { Dialog } from "../layout/Dialog.tsx";
import { Failed } from "../layout/Failed.tsx";
import { Link } from "../router.tsx";
import { Bones } from "../screens/Loading.tsx";
import { Either } from "../social/Either.tsx";
import { ProviderButtons } from "../social/ProviderButtons.tsx";
import type { SignedIn } from "./signed-in.ts";
import { hasPassword, linkedProviders } from "./ways.ts";

interface SignInAgainProps {
  readonly user: SignedIn["user"];
  /** True: the session is fresh now. */
  readonly close: (isFresh: boolean) => void;
}

/** A dialog for a step that needs a fresh session, with each of the user's sign-in methods. */
export function SignInAgain({ user, close }: SignInAgainProps) {
  const { data, error, refetch } = authClient.useAccounts();
  const lead = "You signed in a while ago, and this step asks who you are.";
  return (
    <Dialog title="Is it still you?" lead={lead} close={() => close(false)}>
      {data && <Ways user={user} accounts={data} close={close} />}
      {!data && (error ? <Failed what="Your ways to sign in" error={error} retry={refetch} /> : <Bones />)}
    </Dialog>
  );
}

function Ways({ user, accounts, close }: SignInAgainProps & { readonly accounts: readonly ListedAccount[] }) {
  const providers = linkedProviders(accounts);
  const isByPassword = hasPassword(accounts);
  return (
    <>
      {isByPassword && <ByPassword user={user} close={close} />}
      {isByPassword && providers.length > 0 && <Either />}
      {providers.length > 0 && <ByProvider user={user} providers={providers} />}
      {!isByPassword && (
        <p className="soft">
          Or <Link href="/account/password">get a password</Link> by email.
        </p>
      )}
    </>
  );
}

/** The session stays, the form behind the dialog keeps its input, and the step continues. */
function ByPassword({ user: { email }, close }: SignInAgainProps) {
  async function reAuthenticate({ password = "" }: Values) {
    const { error } = await authClient.stepUp.password({ password });
    if (!error) close(true);
    return error;
  }

  return (
    <Form
      send={reAuthenticate}
      submit="Go on"
      busy="One moment…"
      places={{ INVALID_PASSWORD: { field: "password", text: "This is not your password." } }}
    >
      <UserEmail email={email} />
      <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
    </Form>
  );
}

type ByProviderProps = Pick<SignInAgainProps, "user"> & Pick<Parameters<typeof ProviderButtons>[0], "providers">;

/** The page is left with its input; the user returns to the screen. */
const ByProvider = ({ user, providers }: ByProviderProps) => (
  <>
    <ProviderButtons providers={providers} callbackURL={`${location.pathname}?again=${user.id}`} />
    <p className="soft">You come back here afterwards. Then take this step once more.</p>
  </>
);
