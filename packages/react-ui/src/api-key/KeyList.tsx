import { Fragment, type ReactElement, type RefObject, useState } from "react";
import { now } from "../clock.js";
import { More } from "../parts/More.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Told } from "../parts/Time.js";
import { useTime } from "../parts/use-time.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useTexts } from "../texts/use-texts.js";
import { ManageKey } from "./ManageKey.js";
import { type ApiKeyState, stateOf } from "./state.js";
import type { ApiKeyOwner, ListedApiKey } from "./types.js";
import type { ApiKeysState } from "./use-api-keys.js";
import { useKeyName, usePermissionName } from "./use-key-name.js";

/** The properties of `KeyList`. */
export interface KeyListProps {
  readonly owner: ApiKeyOwner;
  readonly state: ApiKeysState;
  /** Gets the focus after an action that removes its button. */
  readonly top: RefObject<HTMLHeadingElement | null>;
}

/** The keys of an owner, without their secrets. */
export function KeyList({ owner, state, top }: KeyListProps): ReactElement {
  const { pages, busy, error, done } = state;
  const texts = useTexts("apiKeys", english);
  const [open, setOpen] = useState<ListedApiKey | null>(null);
  const canManage = owner.can("update") || owner.can("delete");

  async function remove(key: ListedApiKey): Promise<void> {
    // A dialog for a proof replaces this dialog.
    setOpen(null);
    // The button is removed with the key; the focus moves to the heading.
    if (await state.remove(key)) top.current?.focus();
  }

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.list}
      </h2>
      {pages.items.length === 0 && <p className="kh-empty">{texts.none}</p>}
      <ul className="kh-list">
        <Rows of={pages.items}>
          {(key) => <Row of={key} isBusy={busy === key.id} manage={canManage ? () => setOpen(key) : null} />}
        </Rows>
      </ul>
      <More {...pages} more={pages.more} />
      <Result error={error} done={done} />
      {open && (
        <ManageKey
          of={open}
          owner={owner}
          close={() => setOpen(null)}
          rotate={(key, overlapSeconds) => {
            setOpen(null);
            void state.rotate(key, overlapSeconds);
          }}
          setEnabled={(key, enabled) => {
            setOpen(null);
            void state.setEnabled(key, enabled);
          }}
          remove={remove}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly of: ListedApiKey;
  readonly isBusy: boolean;
  /** Null: the user may only read. */
  readonly manage: (() => void) | null;
}

function Row({ of: key, isBusy, manage }: RowProps): ReactElement {
  const texts = useTexts("apiKeys", english);
  const nameOf = useKeyName();
  return (
    <li>
      <About {...key} />
      {manage && (
        <p className="kh-choices">
          <button
            className="kh-button kh-small kh-quiet"
            type="button"
            aria-label={texts.manageName(nameOf(key))}
            aria-disabled={isBusy}
            onClick={manage}
          >
            {texts.manage}
          </button>
        </p>
      )}
    </li>
  );
}

const tones: Readonly<Partial<Record<ApiKeyState, "good" | "bad">>> = { active: "good", soon: "bad", expired: "bad" };

function About(key: ListedApiKey): ReactElement {
  const texts = useTexts("apiKeys", english);
  const nameOf = useKeyName();
  const write = useTime();
  const state = stateOf(key, now());
  const { start, createdAt, lastRequest, expiresAt, previousUntil } = key;
  return (
    <div>
      <p className="kh-name">
        <bdi>{nameOf(key)}</bdi>
      </p>
      <p className="kh-meta">
        {start && <code dir="ltr">{start}…</code>}{" "}
        <span className="kh-tag" data-tone={tones[state]}>
          {texts.states[state]}
        </span>
      </p>
      <Permissions {...key} />
      <p className="kh-meta">
        <Told
          say={(time) =>
            lastRequest ? texts.createdUsed(time(createdAt), time(lastRequest)) : texts.createdUnused(time(createdAt))
          }
        />
      </p>
      <p className="kh-meta">
        <Told
          say={(time) =>
            expiresAt ? (state === "expired" ? texts.expired : texts.expires)(time(expiresAt)) : texts.noEnd
          }
        />
      </p>
      {previousUntil && previousUntil.getTime() > now() && (
        <p className="kh-meta">{texts.previous(write(previousUntil))}</p>
      )}
    </div>
  );
}

function Permissions({ permissions }: Pick<ListedApiKey, "permissions">): ReactElement {
  const texts = useTexts("apiKeys", english);
  const nameOf = usePermissionName();
  const names = Object.entries(permissions ?? {}).flatMap(([resource, actions = []]) =>
    actions.map((action) => nameOf(resource, action)),
  );
  return (
    <p className="kh-meta">
      {names.length === 0
        ? texts.noPermissions
        : names.map((name, place) => (
            <Fragment key={name}>
              {place > 0 && " · "}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
    </p>
  );
}
