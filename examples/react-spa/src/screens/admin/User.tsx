import { Avatar } from "../../account/Avatar.tsx";
import type { SignedIn } from "../../account/signed-in.ts";
import { Ban } from "../../admin/Ban.tsx";
import { Impersonate } from "../../admin/Impersonate.tsx";
import type { ManagedUser } from "../../admin/managed.ts";
import { mayAdminister } from "../../admin/may.ts";
import { ResetTwoFactor } from "../../admin/ResetTwoFactor.tsx";
import { SetRole } from "../../admin/SetRole.tsx";
import { UserFacts } from "../../admin/UserFacts.tsx";
import { UserSessions } from "../../admin/UserSessions.tsx";
import { authClient } from "../../auth-client.ts";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { sayName } from "../../layout/say-name.ts";
import { useRead } from "../../lists/use-read.ts";
import { Link } from "../../router.tsx";
import { Loading } from "../Loading.tsx";

/** One user, and the administrator's actions. */
export function User({ id, user: me }: SignedIn & { id: string }) {
  const { data, error, refetch } = useRead(id, (signal) => authClient.admin.getUser({ id }, { signal }));
  if (error?.code === "USER_NOT_FOUND") return <Gone />;
  if (!data) {
    if (!error) return <Loading />;
    return (
      <Screen title="User">
        <Failed what="This user" error={error} retry={refetch} />
      </Screen>
    );
  }

  const { user } = data;
  const isOwn = user.id === me.id;
  return (
    <Screen title={sayName(user.name)} heading={<Known {...user} />} lead={user.email}>
      <UserFacts user={user} isOwn={isOwn} />
      {mayAdminister(me, { session: ["list"] }) && (
        <UserSessions user={user} isOwn={isOwn} mayEnd={mayAdminister(me, { session: ["revoke"] })} />
      )}
      {!isOwn && mayAdminister(me, { user: ["impersonate"] }) && <Impersonate user={user} />}
      {!isOwn && mayAdminister(me, { user: ["set-role"] }) && <SetRole user={user} changed={refetch} />}
      {!isOwn && mayAdminister(me, { user: ["reset-two-factor"] }) && <ResetTwoFactor user={user} changed={refetch} />}
      {!isOwn && mayAdminister(me, { user: ["ban"] }) && <Ban user={user} changed={refetch} />}
    </Screen>
  );
}

const Known = ({ name, image }: ManagedUser) => (
  <>
    <Avatar name={name} image={image} />
    {sayName(name)}
  </>
);

const Gone = () => (
  <Screen title="No such user" lead="They were deleted meanwhile, or there never was one.">
    <p className="choices">
      <Link className="button quiet" href="/admin">
        All users
      </Link>
    </p>
  </Screen>
);
