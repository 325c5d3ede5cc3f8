import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Answer } from "../invitation/Answer.tsx";
import { ComeIn } from "../invitation/ComeIn.tsx";
import { InvitationCard } from "../invitation/InvitationCard.tsx";
import { OtherAccount } from "../invitation/OtherAccount.tsx";
import { Failed } from "../layout/Failed.tsx";
import { Screen } from "../layout/Screen.tsx";
import { sayName } from "../layout/say-name.ts";
import { useRead } from "../lists/use-read.ts";
import { Link, useLinkQuery } from "../router.tsx";
import { Loading } from "./Loading.tsx";

type Props = { readonly user: SignedIn["user"] | null };

/** The screen of an invitation's link, for users with and without an account. */
export function AcceptInvitation({ user }: Props) {
  const token = useLinkQuery().get("token") ?? "";
  return token === "" ? <Gone user={user} /> : <Arrived token={token} user={user} />;
}

function Arrived({ token, user }: Props & { token: string }) {
  const { data, error, refetch } = useRead(token, (signal) =>
    authClient.organization.previewInvitation({ token }, { signal }),
  );
  if (error?.code === "INVITATION_NOT_FOUND" || error?.code === "VALIDATION_ERROR") return <Gone user={user} />;
  if (!data) {
    if (!error) return <Loading />;
    return (
      <Screen title="Invitation">
        <Failed what="The invitation" error={error} retry={refetch} />
      </Screen>
    );
  }
  return (
    // Rendered anew for another user, so that the focus moves to its heading.
    <Screen key={user?.id} title={`Join ${sayName(data.organization.name)}`}>
      <InvitationCard {...data} />
      {!user && <ComeIn email={data.email} token={token} />}
      {user && user.email === data.email && <Answer token={token} name={data.organization.name} />}
      {user && user.email !== data.email && <OtherAccount user={user} email={data.email} />}
    </Screen>
  );
}

const Gone = ({ user }: Props) => (
  <Screen
    title="This invitation is not open"
    lead="It was answered before, withdrawn, or is too old; or a part of its link is missing. The member who invited you can send another one."
  >
    <p className="choices">
      <Link className="button primary" href={user ? "/organizations" : "/sign-in"}>
        {user ? "Your organizations" : "Sign in"}
      </Link>
    </p>
  </Screen>
);
