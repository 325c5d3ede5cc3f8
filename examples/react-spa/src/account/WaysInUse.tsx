import type { ListedAccount } from "@keyhold/client";
import { useId, useRef, useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { inWords } from "../form/form-error.ts";
import { Time } from "../layout/Time.tsx";
import { Link, useLinkQuery } from "../router.tsx";
import { nameOfProvider } from "../social/offered-providers.ts";
import { ProviderMark } from "../social/ProviderMark.tsx";
import { isPassword } from "./ways.ts";

interface WaysProps {
  /** The number of the user's passkeys: each is a way in, too. */
  readonly passkeys: number;
  readonly accounts: readonly ListedAccount[];
}

/** Errors after a change in another tab. */
const errorTexts: Readonly<Record<string, string>> = {
  ACCOUNT_NOT_FOUND: "It is unlinked already.",
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "It is your only way in by now, so it stays.",
};

/** The user's sign-in methods. The last one stays. */
export function WaysInUse({ accounts, passkeys }: WaysProps) {
  const linked = useLinkQuery().get("linked");
  const isLinked = accounts.some(({ providerId }) => providerId === linked);
  const [busy, setBusy] = useState<string | null>(null);
  const [result, setResult] = useState({
    text: isLinked ? `${nameOfProvider(linked ?? "")} is linked.` : "",
    isGood: true,
  });
  const top = useRef<HTMLHeadingElement>(null);
  const reason = useId();
  const isLast = accounts.length + passkeys === 1;

  async function unlink({ id, providerId }: ListedAccount): Promise<void> {
    if (busy) return;
    setBusy(id);
    setResult({ text: "", isGood: true });
    const error = (await authClient.unlinkAccount({ accountId: id })).error;
    setBusy(null);
    const text = error ? (errorTexts[error.code] ?? inWords(error)) : `${nameOfProvider(providerId)} is unlinked.`;
    setResult({ text, isGood: !error });
    // The button is removed with its row; the focus moves to the heading.
    if (!error) top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        In use
      </h2>
      <ul className="devices">
        {accounts.map((account) => (
          <li key={account.id}>
            <ProviderMark id={account.providerId} />
            <div>
              <About account={account} />
              {isLast && (
                <p className="meta" id={reason}>
                  Your only way in, so it stays.
                </p>
              )}
            </div>
            {isPassword(account) ? (
              <Link className="button small quiet" href="/account/password">
                Change
              </Link>
            ) : (
              <Busy
                kind="quiet"
                isSmall
                isBusy={busy === account.id}
                label="Unlink"
                busy="Unlinking…"
                name={`Unlink ${nameOfProvider(account.providerId)}`}
                rejectedBy={isLast ? reason : undefined}
                onClick={() => unlink(account)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={result.isGood ? "result" : "result bad"} role="status">
        {result.text}
      </p>
    </section>
  );
}

const About = ({ account }: { account: ListedAccount }) => (
  <>
    <p className="name">{isPassword(account) ? "Password" : nameOfProvider(account.providerId)}</p>
    <p className="meta">
      {isPassword(account) ? "With your email address or username, since " : "Since "}
      <Time at={account.createdAt} />
    </p>
  </>
);
