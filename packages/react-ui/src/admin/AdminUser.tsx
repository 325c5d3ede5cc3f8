import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Failed } from "../parts/Failed.js";
import { Form } from "../parts/Form.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useFocusOnChange } from "../parts/use-focus-on-change.js";
import { useTime } from "../parts/use-time.js";
import { Waiting } from "../parts/Waiting.js";
import { admin as english } from "../texts/en/admin.js";
import { common } from "../texts/en/common.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf } from "../user/guest.js";
import { usePerson } from "../user/person.js";
import { ResetFactors } from "./ResetFactors.js";
import type { ManagedUser } from "./types.js";
import { UserSessions } from "./UserSessions.js";
import { type AdminUserState, useAdminUser, useManagedUser } from "./use-admin-user.js";

/** A user, and what the administrator can do. */
export function AdminUser({ userId }: { readonly userId: string }): ReactElement {
  const { data, error, refetch } = useManagedUser(userId);
  const texts = useTexts("admin", english);
  const sentenceOf = useErrorText();
  if (data) return <Known user={data.user} changed={refetch} />;
  if (!error) return <Waiting />;
  if (error.code === "USER_NOT_FOUND") return <Missing />;
  return (
    <Screen key="failed" title={texts.userTitle}>
      <Failed title={texts.userFailed} text={sentenceOf(error)} retry={refetch} />
    </Screen>
  );
}

function Missing(): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("admin", english);
  return (
    <Screen key="missing" title={texts.missingTitle} lead={texts.missingLead}>
      <p className="kh-choices">
        <Link className="kh-button kh-quiet" href={paths.admin}>
          {texts.allUsers}
        </Link>
      </p>
    </Screen>
  );
}

interface KnownProps {
  readonly user: ManagedUser;
  readonly changed: () => Promise<void>;
}

function Known({ user, changed }: KnownProps): ReactElement {
  const state = useAdminUser(user, changed);
  const { paths, Link } = useUI();
  const texts = useTexts("admin", english);
  const { saving, saved } = useTexts("common", common);
  const { impersonate, roleForm, resetFactors } = state;
  const person = usePerson()(user);
  const name = shortName(person.name);
  return (
    <>
      <p className="kh-back">
        <Link href={paths.admin}>{texts.title}</Link>
      </p>
      <Screen
        title={name}
        lead={person.contact ?? undefined}
        icon={<Picture kind="user" name={user.name} image={user.image} isStranger />}
      >
        <Facts user={user} state={state} />
        {impersonate && (
          <section className="kh-group">
            <h2 className="kh-subtitle">{texts.impersonateTitle}</h2>
            <p className="kh-soft">{texts.impersonateText}</p>
            <p className="kh-choices">
              <Button
                kind="quiet"
                isBusy={impersonate.isBusy}
                label={texts.impersonate(name)}
                busyLabel={texts.impersonating}
                onClick={impersonate.run}
              />
            </p>
            <ErrorLine text={impersonate.error} />
          </section>
        )}
        {roleForm && <Form form={roleForm} submit={texts.saveRole} submitting={saving} done={saved} />}
        {resetFactors && <ResetFactors user={user} action={resetFactors} />}
        {(state.banForm || state.unban) && <Ban name={name} state={state} />}
        {/* The last one, because the list is read after the screen is shown: it moves no other part. */}
        {state.canSeeSessions && <UserSessions user={user} />}
      </Screen>
    </>
  );
}

interface FactsProps {
  readonly user: ManagedUser;
  readonly state: AdminUserState;
}

function Facts({ user, state }: FactsProps): ReactElement {
  const texts = useTexts("admin", english);
  const { you } = useTexts("common", common);
  const { name } = usePerson()(user);
  const write = useTime();
  const until = user.banExpires ? texts.bannedUntil(write(user.banExpires)) : texts.bannedForEver;
  return (
    <dl className="kh-facts">
      <dt>{texts.name}</dt>
      <dd>{name}</dd>
      <dt>{texts.role}</dt>
      <dd>
        {roleNames(user.role ?? "user", texts.roles)}{" "}
        {state.isOwn && (
          <span className="kh-tag" data-tone="good">
            {you}
          </span>
        )}
      </dd>
      {addressOf(user) && (
        <>
          <dt>{texts.email}</dt>
          <dd>{user.emailVerified ? texts.verified : texts.notVerified}</dd>
        </>
      )}
      <dt>{texts.created}</dt>
      <dd>{write(user.createdAt)}</dd>
      {state.isBanned && (
        <>
          <dt>{texts.banned}</dt>
          <dd>{user.banReason ? texts.bannedBecause(until, user.banReason) : until}</dd>
        </>
      )}
    </dl>
  );
}

/** "admin,helper" as text. */
const roleNames = (role: string, names: (typeof english)["roles"]): string =>
  role
    .split(",")
    .map((one) => (Object.hasOwn(names, one) ? (names[one]?.name ?? one) : one))
    .join(", ");

interface BanProps {
  readonly name: string;
  readonly state: AdminUserState;
}

function Ban({ name, state: { isBanned, banForm, unban } }: BanProps): ReactElement {
  const texts = useTexts("admin", english);
  const heading = useFocusOnChange<HTMLHeadingElement>(isBanned);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {texts.ban}
      </h2>
      <p className="kh-soft" role="status">
        {isBanned ? texts.isBanned : texts.banText}
      </p>
      {banForm && <Form form={banForm} kind="danger" submit={texts.banOne(name)} submitting={texts.banning} />}
      {unban && (
        <>
          <Button
            kind="quiet"
            isBusy={unban.isBusy}
            label={texts.unban}
            busyLabel={texts.unbanning}
            onClick={unban.run}
          />
          <ErrorLine text={unban.error} />
        </>
      )}
    </section>
  );
}
