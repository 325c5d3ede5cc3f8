import { useState } from "react";
import { StepUpDialog } from "../account/StepUp.tsx";
import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Screen } from "../layout/Screen.tsx";
import { Link, Redirect, useLinkQuery } from "../router.tsx";
import { CameBack } from "../social/CameBack.tsx";

type Props = { readonly user: SignedIn["user"] | null };

/** The screen of the link that deletes an account. */
export function AccountDeleted({ user }: Props) {
  const linkQuery = useLinkQuery();
  const error = linkQuery.get("error");
  // A user who signs in again with a provider returns to this screen.
  const isBack = linkQuery.has("provider");
  if (user && linkQuery.get("again") === user.id) return <Ready />;
  if (user && (error === "session_is_not_fresh" || error === "step_up_required" || isBack))
    return <TooLongAgo user={user} />;
  if (error && Object.hasOwn(mustStay, error)) return <MustStay why={mustStay[error]} />;
  if (error) return <NotDeleted user={user} />;
  if (user || !linkQuery.has("from")) return <Redirect to="/" />;
  return (
    <Screen title="Your account is deleted" lead="All its data are gone. Thank you for having been here.">
      <p className="choices">
        <Link className="button primary" href="/">
          Back to the start
        </Link>
      </p>
    </Screen>
  );
}

const Ready = () => (
  <Screen title="Thank you" lead="Now follow the link in the email once more: then your account is gone." />
);

function TooLongAgo({ user }: Pick<SignedIn, "user">) {
  const [methods, setMethods] = useState<readonly string[] | null>(null);
  const [isReady, setReady] = useState(false);

  async function ask(): Promise<void> {
    const { data } = await authClient.stepUp.methods();
    setMethods(data?.methods ?? []);
  }

  if (isReady) return <Ready />;
  return (
    <Screen title="Is it still you?" lead="You signed in a while ago. Deleting an account takes a newer sign-in.">
      <CameBack />
      <p className="choices">
        <button type="button" className="button primary" onClick={ask}>
          Sign in again
        </button>
        <Link className="button quiet" href="/">
          Keep my account
        </Link>
      </p>
      {methods && (
        <StepUpDialog
          user={user}
          methods={methods}
          factors={user.twoFactorEnabled ? 2 : 1}
          proven={() => setReady(true)}
          close={() => setMethods(null)}
        />
      )}
    </Screen>
  );
}

/** Why an account cannot be deleted yet. */
const mustStay: Readonly<Record<string, string>> = {
  you_are_the_only_owner_of_an_organization:
    "You are the only owner of an organization. Hand it over or delete it first, then follow the link once more.",
  admins_cannot_delete_themselves: "You look after this app. Another administrator must take that role from you first.",
};

const MustStay = ({ why }: { why: string | undefined }) => (
  <Screen title="Your account was not deleted" lead={why}>
    <p className="choices">
      <Link className="button primary" href="/organizations">
        Your organizations
      </Link>
      <Link className="button quiet" href="/">
        Your account
      </Link>
    </p>
  </Screen>
);

const NotDeleted = ({ user }: Props) => (
  <Screen
    title="Your account was not deleted"
    lead={
      user
        ? "This link does not work: it was followed before, is older than a day, or belongs to another account."
        : "This link works in the browser in which you are signed in. Sign in, and follow it once more."
    }
  >
    <p className="choices">
      <Link className="button primary" href={user ? "/account/delete" : "/sign-in"}>
        {user ? "Get a new link" : "Sign in"}
      </Link>
    </p>
  </Screen>
);
