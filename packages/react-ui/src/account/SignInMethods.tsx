import { type ReactElement, useId, useRef } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { focusAfter } from "../parts/focus-after.js";
import { Loaded } from "../parts/Loaded.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { useTime } from "../parts/use-time.js";
import { Mark } from "../provider/Mark.js";
import { account } from "../texts/en/account.js";
import { methods as english } from "../texts/en/methods.js";
import { provider } from "../texts/en/provider.js";
import { useTexts } from "../texts/use-texts.js";
import { type SignInMethodsState, useSignInMethods } from "./use-sign-in-methods.js";

/**
 * The section of sign-in methods: the password and the linked accounts of providers, to link and unlink.
 *
 * @example <AuthUI client={authClient}><SignInMethods /></AuthUI>
 */
export function SignInMethods(): ReactElement {
  const state = useSignInMethods();
  const { sections } = useTexts("account", account);
  const texts = useTexts("methods", english);
  return (
    <Screen title={sections["sign-in"]} lead={texts.lead}>
      <Loaded loading={state.loading} failed={texts.failed}>
        <Linked {...state} />
        {(state.unlinked.length > 0 || state.lacksPassword) && <NotLinked {...state} />}
      </Loaded>
    </Screen>
  );
}

function Linked({ linked, canUnlink, unlink, busy, error, done }: SignInMethodsState): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("methods", english);
  const write = useTime();
  const top = useRef<HTMLHeadingElement>(null);
  const reason = useId();
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.linked}
      </h2>
      <ul className="kh-list">
        <Rows of={linked}>
          {(method) => (
            <li>
              <Mark id={method.providerId} />
              <div>
                <p className="kh-name">{method.name}</p>
                <p className="kh-meta">
                  {(method.isPassword ? texts.passwordSince : texts.since)(write(method.createdAt))}
                </p>
                {!canUnlink && (
                  <p className="kh-meta" id={reason}>
                    {texts.onlyOne}
                  </p>
                )}
              </div>
              {method.isPassword ? (
                <Link className="kh-button kh-small kh-quiet" href={`${paths.account}/password`}>
                  {texts.change}
                </Link>
              ) : (
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === method.id}
                  label={texts.unlink}
                  busyLabel={texts.unlinking}
                  name={texts.unlinkName(method.name)}
                  disabledBy={canUnlink ? undefined : reason}
                  // The button is removed with the row.
                  onClick={() => focusAfter(unlink(method), top)}
                />
              )}
            </li>
          )}
        </Rows>
      </ul>
      <Result error={error} done={done} />
    </section>
  );
}

function NotLinked({ unlinked, lacksPassword, link, opening, linkError }: SignInMethodsState): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("methods", english);
  const { going } = useTexts("provider", provider);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.notLinked}</h2>
      <ul className="kh-list">
        {unlinked.map(({ id, name }) => (
          <li key={id}>
            <Mark id={id} />
            <p className="kh-name">{name}</p>
            <Button
              kind="quiet"
              isSmall
              isBusy={opening === id}
              label={texts.link}
              busyLabel={going(name)}
              name={texts.linkName(name)}
              onClick={() => link(id)}
            />
          </li>
        ))}
        {lacksPassword && (
          <li>
            <Mark id="credential" />
            <p className="kh-name">{texts.password}</p>
            <Link className="kh-button kh-small kh-quiet" href={`${paths.account}/password`}>
              {texts.getPassword}
            </Link>
          </li>
        )}
      </ul>
      <ErrorLine text={linkError} />
    </section>
  );
}
