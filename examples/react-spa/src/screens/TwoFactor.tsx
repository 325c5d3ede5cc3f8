import type { CallError } from "@keyhold/client";
import { useState } from "react";
import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { CodeForm, type GivenCode } from "../factor/CodeForm.tsx";
import { EmailedCode } from "../factor/EmailedCode.tsx";
import { goToFactor, screenAfter } from "../factor/go-to-factor.ts";
import { MethodEntry } from "../factor/MethodEntry.tsx";
import { MustEnrol } from "../factor/MustEnrol.tsx";
import { type FactorMethod, knownMethods } from "../factor/methods.ts";
import { Recovery } from "../factor/Recovery.tsx";
import { type FinishedSignIn, verifyFactor } from "../factor/verify-factor.ts";
import { Checkbox } from "../form/Checkbox.tsx";
import { Screen } from "../layout/Screen.tsx";
import { PasskeyButton } from "../passkey/PasskeyButton.tsx";
import { Link, Redirect, useLinkQuery } from "../router.tsx";

type Props = { readonly user: SignedIn["user"] | null };

/**
 * The second step of a sign-in. The browser's cookie has the first one; the URL has the methods that the user can
 * choose, and from a form of this page the screen that the user wanted.
 */
export function TwoFactor({ user }: Props) {
  const query = useLinkQuery();
  const [state, setState] = useState<"asking" | "recovering" | "ended" | "done">("asking");
  const given = query.get("methods")?.split(",") ?? [];
  const to = screenAfter(query.get("to"));
  const methods = knownMethods(given);

  /** A sign-in that has ended cannot be repaired by another code. */
  function finish({ data, error }: FinishedSignIn): CallError | null {
    if (error?.code === "INVALID_TWO_FACTOR_COOKIE") setState("ended");
    if (!data) return error?.code === "INVALID_TWO_FACTOR_COOKIE" ? null : error;
    if ("twoFactorMethods" in data) goToFactor(data, to);
    // With a URL, which a provider's sign-in has, the client leaves this page.
    else if (!("url" in data && data.url)) setState("done");
    return null;
  }

  if (given.length === 0) return <Redirect to={user ? "/" : "/sign-in"} />;
  if (state === "done" && user) return <Redirect to={to} />;
  if (state === "ended") return <Ended to={to} />;
  if (given.includes("enroll")) return <MustEnrol finish={finish} />;
  if (state === "recovering") return <Recovery finished={finish} back={() => setState("asking")} />;
  return (
    <Screen title="One more step" lead="Your account is protected by a second factor.">
      <MethodEntry
        methods={methods}
        form={(method) => <StepForm method={method} finish={finish} />}
        lastWay={
          <button className="link" type="button" onClick={() => setState("recovering")}>
            Lost the backup codes, too?
          </button>
        }
      />
      <p className="aside">
        Not you? <Link href={again(to)}>Sign in as another user</Link>
      </p>
    </Screen>
  );
}

interface StepFormProps {
  readonly method: FactorMethod;
  readonly finish: (answer: FinishedSignIn) => CallError | null;
}

function StepForm({ method, finish }: StepFormProps) {
  if (method === "passkey") {
    return <PasskeyButton label="Use a passkey" use={async () => finish(await authClient.signIn.passkey())} />;
  }
  const form = {
    verify: async (given: GivenCode) => finish(await verifyFactor(method, given)),
    submit: "Sign in",
    busy: "Signing in…",
  };
  if (method === "otp") {
    const sendCode = async () => (await authClient.twoFactor.sendOtp()).error;
    return (
      <EmailedCode {...form} sendCode={sendCode}>
        <Trust />
      </EmailedCode>
    );
  }
  return (
    <CodeForm method={method} {...form}>
      {/* After a backup code the factor is set up again, which ends every trust. */}
      {method === "totp" && <Trust />}
    </CodeForm>
  );
}

const Trust = () => (
  <Checkbox
    name="trustDevice"
    label="Trust this browser"
    hint="It is not asked for a code for 30 days. Only on a device of your own."
  />
);

/** A screen for signed-in users shows the sign-in form itself. */
const again = (to: string): string => (to === "/" ? "/sign-in" : to);

const Ended = ({ to }: { to: string }) => (
  <Screen
    title="Please sign in again"
    lead="The first step waits for your code for ten minutes, and only in this browser."
  >
    <p className="choices">
      <Link className="button primary" href={again(to)}>
        Sign in again
      </Link>
    </p>
  </Screen>
);
