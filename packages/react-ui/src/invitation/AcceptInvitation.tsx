import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { useRoleNames } from "../organization/use-role-names.js";
import { Button } from "../parts/Button.js";
import { Failed } from "../parts/Failed.js";
import { Picture } from "../parts/Picture.js";
import { Result } from "../parts/Result.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useTime } from "../parts/use-time.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { invitation as english } from "../texts/en/invitation.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import { useUser } from "../user/use-user.js";
import { InvitedSignIn } from "./InvitedSignIn.js";
import { type AcceptInvitationState, type InvitationPreview, useAcceptInvitation } from "./use-accept-invitation.js";

/**
 * The screen that the link of an invitation leads to: who invites, and the answer. A signed-out user signs in or signs
 * up here, with the invited email address.
 *
 * @example <AuthUI client={authClient}><AcceptInvitation /></AuthUI>
 */
export function AcceptInvitation(): ReactElement {
  const state = useAcceptInvitation();
  const texts = useTexts("invitation", english);
  const { step, invitation, email, readError, retry } = state;
  if (step === "reading") return <Waiting />;
  if (step === "failed")
    return (
      <Screen key="failed" title={texts.unknownTitle}>
        <Failed title={texts.failed} text={readError ?? ""} retry={retry} />
      </Screen>
    );
  if (step === "closed" || !invitation) return <Closed isSignedIn={email !== null} />;
  const { name, logo } = invitation.organization;
  return (
    // Rendered anew for another user, so that the focus moves to the heading.
    <Screen
      key={email}
      title={texts.title(shortName(name))}
      icon={<Picture kind="organization" name={name} image={logo} isStranger />}
    >
      <About invitation={invitation} />
      {step === "sign-in" && <InvitedSignIn email={invitation.email} here={state.here} />}
      {step === "other-account" && <OtherAccount invited={invitation.email} {...state} />}
      {(step === "answer" || step === "declined") && <Answer {...state} />}
    </Screen>
  );
}

function About({ invitation }: { readonly invitation: InvitationPreview }): ReactElement {
  const texts = useTexts("invitation", english);
  const { noName } = useTexts("common", common);
  const namesOf = useRoleNames();
  const write = useTime();
  const { organization, inviter, email, role, expiresAt } = invitation;
  const names = [shortName(inviter.name.trim() || noName), email, shortName(organization.name)] as const;
  const roles = namesOf(role);
  return (
    <div>
      <p>{roles ? texts.textWithRole(...names, roles) : texts.text(...names)}</p>
      <p className="kh-meta">{texts.openUntil(write(expiresAt))}</p>
    </div>
  );
}

function Answer({ step, busy, error, done, accept, decline }: AcceptInvitationState): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("invitation", english);
  const { yourAccount } = useTexts("common", common);
  return (
    <>
      <div className="kh-choices">
        {step === "declined" ? (
          <Link className="kh-button kh-primary" href={paths.home}>
            {yourAccount}
          </Link>
        ) : (
          <>
            <Button isBusy={busy === "accept"} label={texts.accept} busyLabel={texts.accepting} onClick={accept} />
            <Button
              kind="quiet"
              isBusy={busy === "decline"}
              label={texts.decline}
              busyLabel={texts.declining}
              onClick={decline}
            />
          </>
        )}
      </div>
      <Result error={error} done={done} />
    </>
  );
}

interface OtherAccountProps extends AcceptInvitationState {
  readonly invited: string;
}

function OtherAccount({ invited, busy, error, done, signOut }: OtherAccountProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("invitation", english);
  const user = useUser();
  const { name, contact } = usePerson()(user ?? { name: "", email: "" });
  return (
    <>
      <p className="kh-notice" role="status">
        {texts.otherAccount(contact ?? shortName(name), invited)}
      </p>
      <div className="kh-choices">
        <Button
          isBusy={busy !== null}
          label={texts.continueAs(invited)}
          busyLabel={texts.signingOut}
          onClick={signOut}
        />
        <Link className="kh-button kh-quiet" href={paths.home}>
          {texts.stay}
        </Link>
      </div>
      <Result error={error} done={done} />
    </>
  );
}

function Closed({ isSignedIn }: { readonly isSignedIn: boolean }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("invitation", english);
  const { signIn } = useTexts("common", common);
  return (
    <Screen key="closed" title={texts.closedTitle} lead={texts.closedLead}>
      <p className="kh-choices">
        <Link className="kh-button kh-primary" href={isSignedIn ? paths.organizations : paths.signIn}>
          {isSignedIn ? texts.yourOrganizations : signIn}
        </Link>
      </p>
    </Screen>
  );
}
