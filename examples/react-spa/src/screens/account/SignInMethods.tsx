import { authClient } from "../../auth-client.ts";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { Time } from "../../layout/Time.tsx";
import { Link } from "../../router.tsx";
import { Bones } from "../Loading.tsx";

/** What people call a way to sign in; a provider's own id where it is not here. */
const names: Readonly<Record<string, string>> = { credential: "Password" };

export function SignInMethods() {
  const { data, error, isPending, refetch } = authClient.useAccounts();
  return (
    <Screen title="Ways to sign in" lead="What opens your account.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your ways to sign in" error={error} retry={refetch} />}
      {data && (
        <ul className="devices">
          {data.map(({ id, providerId, createdAt }) => (
            <li key={id}>
              <KeyIcon />
              <div>
                <p className="name">{names[providerId] ?? providerId}</p>
                <p className="meta">
                  {providerId === "credential" && "With your e-mail address or username, since "}
                  <Time at={createdAt} />
                </p>
              </div>
              {providerId === "credential" && (
                <Link className="button small quiet" href="/account/password">
                  Change
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

const KeyIcon = () => (
  <svg className="device-icon" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M4 16a6 6 0 1 0 12 0 6 6 0 1 0-12 0Zm12 0h12v5m-5-5v4" />
  </svg>
);
