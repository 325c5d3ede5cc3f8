import type { Passkey } from "@keyhold/passkey/client";
import { useRef, useState } from "react";
import { authClient } from "../auth-client.ts";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { Time } from "../layout/Time.tsx";
import { ProviderMark } from "../social/ProviderMark.tsx";
import { errorTexts } from "./error-texts.ts";
import { ManagePasskey } from "./ManagePasskey.tsx";
import { nameOfPasskey } from "./name.ts";

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly changed: () => Promise<void>;
}

/** The user's passkeys, each with a dialog for its actions. */
export function PasskeyList({ passkeys, changed }: PasskeyListProps) {
  const [open, setOpen] = useState<Passkey | null>(null);
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);

  async function remove({ id }: Passkey): Promise<void> {
    // A dialog that asks who the user is takes the place of this one.
    setOpen(null);
    const call = async () => (await authClient.passkey.deletePasskey({ id })).error;
    const isDone = await act(id, { call, said: "It is deleted.", errorTexts });
    await changed();
    // The button is removed with its passkey; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  async function renamed(): Promise<void> {
    await changed();
    setOpen(null);
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Your passkeys
      </h2>
      {passkeys.length === 0 && <p className="soft">None yet.</p>}
      <ul className="devices">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <ProviderMark id="passkey" />
            <About {...passkey} />
            <button
              className="button small quiet"
              type="button"
              aria-label={`Manage ${sayName(nameOfPasskey(passkey))}`}
              aria-disabled={busy === passkey.id}
              onClick={() => setOpen(passkey)}
            >
              Manage
            </button>
          </li>
        ))}
      </ul>
      <ResultLine {...result} />
      {open && (
        <ManagePasskey passkey={open} close={() => setOpen(null)} renamed={renamed} remove={() => remove(open)} />
      )}
    </section>
  );
}

const About = ({ name, createdAt, lastUsedAt, backedUp, clonedAt }: Passkey) => (
  <div>
    <p className="name">
      {nameOfPasskey({ name })} {backedUp && <span className="tag">On all your devices</span>}{" "}
      {clonedAt && <span className="tag bad">Perhaps copied</span>}
    </p>
    <p className="meta">
      {createdAt && (
        <>
          Since <Time at={createdAt} />
        </>
      )}
      {lastUsedAt && (
        <>
          , last used <Time at={lastUsedAt} />
        </>
      )}
    </p>
  </div>
);
