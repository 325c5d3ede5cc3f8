import { type ReactElement, useEffect } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { device as english } from "../texts/en/device.js";
import { useTexts } from "../texts/use-texts.js";
import { contactOf, useNameOf } from "../user/guest.js";
import { useUser } from "../user/use-user.js";
import { type DeviceApprovalState, type DeviceRequest, useDeviceApproval } from "./use-device-approval.js";
import { useGivenCode } from "./use-given-code.js";
import { userCodeName } from "./user-code.js";

/**
 * The screen on which a user connects a device without a browser: the user enters the code of the device, sees which app
 * asks for what, and allows or denies it. The path is the `verificationPage` of the server's `deviceAuthorization()`. A
 * signed-out user goes to the sign-in, and returns with the code.
 *
 * @example <AuthUI client={authClient} stepUp={useStepUp}><DeviceApproval /></AuthUI>
 */
export function DeviceApproval(): ReactElement {
  const { client, offers } = useUI();
  const given = useGivenCode();
  const isLeaving = useSignInWithCode(given);
  if (given === null || !offers || isLeaving) return <Waiting />;
  if (!("device" in client)) return <NotOffered />;
  return <ForUsers>{() => <Steps key={given} given={given} />}</ForUsers>;
}

/** A signed-out user with a code goes to the sign-in, and returns with the code. Answers whether that is so. */
function useSignInWithCode(given: string | null): boolean {
  const { client, paths, navigate, isSigningOut } = useUI();
  const { data, error, isPending } = client.useSession();
  const isLeaving = !isPending && data === null && error === null && Boolean(given);
  useEffect(() => {
    if (!isLeaving || isSigningOut.current) return;
    const here = `${location.pathname}?${new URLSearchParams({ [userCodeName]: given ?? "" })}`;
    navigate(withRedirect(paths.signIn, here, paths.home), { replace: true });
  }, [isLeaving, isSigningOut, given, navigate, paths]);
  return isLeaving;
}

function Steps({ given }: { readonly given: string }): ReactElement {
  const state = useDeviceApproval({ given });
  const texts = useTexts("device", english);
  const { step, form, request, restart } = state;
  if (step === "enter" || !request)
    return (
      <Screen key="enter" title={texts.title} lead={texts.lead}>
        <p className="kh-notice">{texts.warning}</p>
        <div className="kh-code">
          <Form form={form} submit={texts.submit} submitting={texts.checking} />
        </div>
      </Screen>
    );
  if (step === "decide") return <Question {...state} request={request} />;
  const app = shortName(request.clientName);
  const isApproved = step === "approved";
  return (
    <Screen
      key={step}
      title={isApproved ? texts.allowedTitle : texts.deniedTitle}
      lead={(isApproved ? texts.allowedLead : texts.deniedLead)(app)}
    >
      <p className="kh-asides">
        <button className="kh-link" type="button" onClick={restart}>
          {texts.other}
        </button>
      </p>
    </Screen>
  );
}

interface QuestionProps extends DeviceApprovalState {
  readonly request: DeviceRequest;
}

function Question({ request, busy, error, waitSeconds, approve, deny, restart }: QuestionProps): ReactElement {
  const texts = useTexts("device", english);
  const app = shortName(request.clientName);
  return (
    <Screen key="decide" title={texts.askTitle(app)} lead={texts.askLead(app)}>
      <Facts {...request} />
      <p className="kh-notice">{texts.compare}</p>
      <div className="kh-choices">
        <Button
          isBusy={busy === "approve"}
          waitSeconds={waitSeconds}
          label={texts.allow}
          busyLabel={texts.allowing}
          onClick={approve}
        />
        <Button kind="quiet" isBusy={busy === "deny"} label={texts.deny} busyLabel={texts.denying} onClick={deny} />
      </div>
      <ErrorLine text={error} />
      <p className="kh-asides">
        <button className="kh-link" type="button" onClick={restart}>
          {texts.other}
        </button>
      </p>
    </Screen>
  );
}

function Facts({ userCode, scopes, requestedFrom, country }: DeviceRequest): ReactElement {
  const texts = useTexts("device", english);
  const nameOf = useNameOf();
  const user = useUser();
  const scopeName = (scope: string): string => (Object.hasOwn(texts.scopes, scope) && texts.scopes[scope]) || scope;
  return (
    <dl className="kh-facts">
      <dt>{texts.code}</dt>
      <dd>
        <code dir="ltr">{userCode}</code>
      </dd>
      <dt>{texts.mayDo}</dt>
      <dd>
        {scopes.length === 0 ? (
          texts.noScopes
        ) : (
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>{scopeName(scope)}</li>
            ))}
          </ul>
        )}
      </dd>
      <dt>{texts.from}</dt>
      <dd>
        {requestedFrom === null ? texts.unknownAddress : <bdi dir="ltr">{requestedFrom}</bdi>}
        {country && <> ({country})</>}
      </dd>
      <dt>{texts.account}</dt>
      <dd>{user && (contactOf(user) ?? nameOf(user))}</dd>
    </dl>
  );
}

function NotOffered(): ReactElement {
  const { paths, Link } = useUI();
  const { title, notOffered } = useTexts("device", english);
  const { back } = useTexts("common", common);
  return (
    <Screen title={title} lead={notOffered}>
      <p className="kh-choices">
        <Link className="kh-button kh-quiet" href={paths.home}>
          {back}
        </Link>
      </p>
    </Screen>
  );
}
