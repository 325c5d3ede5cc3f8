import type { Passkey } from "@keyhold/passkey/client";
import { type ReactElement, useRef, useState } from "react";
import { Dialog } from "../parts/Dialog.js";
import { Form } from "../parts/Form.js";
import { Loaded } from "../parts/Loaded.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useTime } from "../parts/use-time.js";
import { Mark } from "../provider/Mark.js";
import { account } from "../texts/en/account.js";
import { methods as english } from "../texts/en/methods.js";
import { useTexts } from "../texts/use-texts.js";
import { type PasskeysState, usePasskeys, useRenamePasskey } from "./use-passkeys.js";

/**
 * The section of passkeys: adds, renames and deletes them.
 *
 * @example <AuthUI client={authClient}><Passkeys /></AuthUI>
 */
export function Passkeys(): ReactElement {
  const state = usePasskeys();
  const { sections } = useTexts("account", account);
  const texts = useTexts("methods", english);
  return (
    <Screen title={sections.passkeys} lead={texts.passkeysLead}>
      <Loaded loading={state.loading} failed={texts.passkeysFailed}>
        <List {...state} />
      </Loaded>
      <section className="kh-group">
        <h2 className="kh-subtitle">{texts.addTitle}</h2>
        <Form form={state.add} submit={texts.add} submitting={texts.adding} done={texts.added} />
      </section>
    </Screen>
  );
}

function List({ passkeys, busy, error, done, remove, refetch }: PasskeysState): ReactElement {
  const texts = useTexts("methods", english);
  const [open, setOpen] = useState<Passkey | null>(null);
  const top = useRef<HTMLHeadingElement>(null);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.yourPasskeys}
      </h2>
      {passkeys.length === 0 && <p className="kh-empty">{texts.noPasskeys}</p>}
      <ul className="kh-list">
        <Rows of={passkeys}>
          {(passkey) => (
            <li>
              <Mark id="passkey" />
              <About {...passkey} />
              <button
                className="kh-button kh-small kh-quiet"
                type="button"
                aria-label={texts.manageName(shortName(passkey.name || texts.passkey))}
                aria-disabled={busy === passkey.id}
                onClick={() => setOpen(passkey)}
              >
                {texts.manage}
              </button>
            </li>
          )}
        </Rows>
      </ul>
      <Result error={error} done={done} />
      {open && (
        <ManagePasskey
          passkey={open}
          close={() => setOpen(null)}
          renamed={async () => {
            await refetch();
            setOpen(null);
          }}
          remove={async () => {
            // The dialog for a proof replaces this dialog.
            setOpen(null);
            // The button is removed with the passkey; the focus moves to the heading.
            if (await remove(open)) top.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function About({ name, createdAt, lastUsedAt, backedUp, clonedAt }: Passkey): ReactElement {
  const texts = useTexts("methods", english);
  const write = useTime();
  const since = createdAt && write(createdAt);
  return (
    <div>
      <p className="kh-name" title={name || undefined}>
        <bdi>{name || texts.passkey}</bdi> {backedUp && <span className="kh-tag">{texts.synced}</span>}{" "}
        {clonedAt && (
          <span className="kh-tag" data-tone="bad">
            {texts.maybeCopied}
          </span>
        )}
      </p>
      <p className="kh-meta">
        {since && (lastUsedAt ? texts.sinceLastUsed(since, write(lastUsedAt)) : texts.since(since))}
      </p>
    </div>
  );
}

interface ManagePasskeyProps {
  readonly passkey: Passkey;
  readonly close: () => void;
  readonly renamed: () => void;
  readonly remove: () => void;
}

/** The actions on a passkey. The deletion needs a confirmation. */
function ManagePasskey({ passkey, close, renamed, remove }: ManagePasskeyProps): ReactElement {
  const texts = useTexts("methods", english);
  const [isAsking, setAsking] = useState(false);
  const rename = useRenamePasskey(passkey, renamed);
  const name = shortName(passkey.name || texts.passkey);
  if (isAsking)
    return (
      <Dialog
        key="delete"
        title={texts.deleteTitle(name)}
        lead={texts.deleteLead}
        cancel={texts.keep}
        close={() => setAsking(false)}
      >
        <button className="kh-button kh-danger" type="button" onClick={remove}>
          {texts.delete}
        </button>
      </Dialog>
    );
  return (
    <Dialog key="manage" title={name} close={close}>
      <Form form={rename} submit={texts.rename} submitting={texts.renaming} />
      <button className="kh-button kh-quiet kh-bad" type="button" onClick={() => setAsking(true)}>
        {texts.deleteAsk}
      </button>
    </Dialog>
  );
}
