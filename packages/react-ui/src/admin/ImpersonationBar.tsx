import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { Button } from "../parts/Button.js";
import { shortName } from "../parts/short-name.js";
import { admin as english } from "../texts/en/admin.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";

/** The impersonation of a user by an administrator. */
export interface ImpersonationState extends ActionState {
  /** The impersonated user; null: no impersonation. */
  readonly user: { readonly name: string; readonly email: string } | null;
  /** Goes back to the user in the administration. */
  readonly stop: () => void;
}

/**
 * Whether an administrator impersonates a user in this browser, and a function that stops the impersonation, without
 * markup.
 *
 * @example const { user, stop } = useImpersonation();
 */
export function useImpersonation(): ImpersonationState {
  const { client, paths, navigate } = useUI();
  const { data } = client.useSession();
  const { run, ...action } = useAction();
  const user = data?.session.impersonatedBy ? data.user : null;

  async function stop(): Promise<void> {
    if (!user) return;
    const call = async () => (await client.admin.stopImpersonating()).error;
    if (await run("stop", { call }))
      navigate(`${paths.admin}/users/${encodeURIComponent(user.id)}`, { replace: false });
  }

  return { ...action, user, stop };
}

/**
 * A bar at the end of each page while an administrator impersonates a user, with a button that stops the impersonation.
 * Absent without an impersonation.
 *
 * @example <AuthUI client={authClient}><App /><ImpersonationBar /></AuthUI>
 */
export function ImpersonationBar(): ReactElement | null {
  const { user, busy, error, stop } = useImpersonation();
  const texts = useTexts("admin", english);
  const personOf = usePerson();
  if (!user) return null;
  const { contact, ...person } = personOf(user);
  const name = shortName(person.name);
  const shown = contact === null ? name : `${name} (${shortName(contact)})`;
  return (
    <aside className="kh-impersonation" aria-label={texts.barLabel}>
      <p role="status">{error ?? texts.bar(shown)}</p>
      <Button
        kind="quiet"
        isSmall
        isBusy={busy !== null}
        label={texts.stop}
        busyLabel={texts.stopping}
        name={texts.stopOne(name)}
        onClick={stop}
      />
    </aside>
  );
}
