import type { ListedAccount } from "@keyhold/client";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { Link } from "../router.tsx";
import { ProviderMark } from "../social/ProviderMark.tsx";
import { useLeaving } from "../social/use-leaving.ts";
import { hasPassword, otherProviders } from "./ways.ts";

interface MoreWaysProps {
  readonly accounts: readonly ListedAccount[];
}

/** A linking flow ends here, with the account or with an error. */
const here = "/account/sign-in";

/** Providers that can be linked. */
export function MoreWays({ accounts }: MoreWaysProps) {
  const { to, leave, problem } = useLeaving();
  const providers = otherProviders(accounts);
  const isWithoutPassword = !hasPassword(accounts);
  if (providers.length === 0 && !isWithoutPassword) return null;

  const link = (provider: string): Promise<void> =>
    leave(provider, async () => {
      const [callbackURL, errorCallbackURL] = [`${here}?linked=${provider}`, `${here}?provider=${provider}`];
      return (await authClient.linkSocial({ provider, callbackURL, errorCallbackURL })).error;
    });

  return (
    <section className="group">
      <h2>Not linked yet</h2>
      <ul className="devices">
        {providers.map(({ id, name }) => (
          <li key={id}>
            <ProviderMark id={id} />
            <p className="name">{name}</p>
            <Busy
              kind="quiet"
              isSmall
              isBusy={to === id}
              label="Link"
              busy={`Going to ${name}…`}
              name={`Link ${name}`}
              onClick={() => link(id)}
            />
          </li>
        ))}
        {isWithoutPassword && (
          <li>
            <ProviderMark id="credential" />
            <p className="name">Password</p>
            <Link className="button small quiet" href="/account/password">
              Get one
            </Link>
          </li>
        )}
      </ul>
      <p className="result bad" role="status">
        {problem}
      </p>
    </section>
  );
}
