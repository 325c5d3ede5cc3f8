import { Fragment } from "react";
import { accountPaths } from "../shared/paths.ts";
import { AccountNav } from "./account/AccountNav.tsx";
import { BackToOverview } from "./account/BackToOverview.tsx";
import { SignedInAgain } from "./account/SignedInAgain.tsx";
import { sections } from "./account/sections.ts";
import type { SignedIn } from "./account/signed-in.ts";
import { UnconfirmedEmail } from "./account/UnconfirmedEmail.tsx";
import { authClient } from "./auth-client.ts";
import { Layout } from "./layout/Layout.tsx";
import { Lost } from "./layout/Lost.tsx";
import { Redirect, usePath, useVisit } from "./router.tsx";
import { AccountDeleted } from "./screens/AccountDeleted.tsx";
import { Overview } from "./screens/account/Overview.tsx";
import { ConfirmEmail } from "./screens/ConfirmEmail.tsx";
import { ForgotPassword } from "./screens/ForgotPassword.tsx";
import { Landing } from "./screens/Landing.tsx";
import { Loading } from "./screens/Loading.tsx";
import { Mailbox } from "./screens/Mailbox.tsx";
import { NotFound } from "./screens/NotFound.tsx";
import { ResetPassword } from "./screens/ResetPassword.tsx";
import { SignIn } from "./screens/SignIn.tsx";
import { SignUp } from "./screens/SignUp.tsx";
import { Unreachable } from "./screens/Unreachable.tsx";
import { CameBack } from "./social/CameBack.tsx";

const accountPath = (path: string) => accountPaths.find((one) => one === path);

export function App() {
  const path = usePath();
  const visit = useVisit();
  const { data, error, isPending, refetch } = authClient.useSession();
  const isAccount = path === "/" || accountPath(path) !== undefined;
  const isUnknown = error !== null && data === null;

  if (/^\/mailbox(\/\d+)?$/.test(path)) {
    return (
      <Layout>
        <Mailbox />
      </Layout>
    );
  }
  if (isAccount && data) {
    return (
      <Layout door="open" nav={<AccountNav path={path} />}>
        {path !== "/" && <BackToOverview />}
        {!data.user.emailVerified && <UnconfirmedEmail email={data.user.email} />}
        <Fragment key={visit}>
          <CameBack />
          <SignedInAgain user={data.user} />
          <AccountScreen path={path} signedIn={data} />
        </Fragment>
        {error && <Lost retry={refetch} />}
      </Layout>
    );
  }

  function screen() {
    if (isPending) return <Loading />;
    if (isAccount && isUnknown) return <Unreachable lead="We do not know yet who you are." retry={refetch} />;
    if (accountPath(path)) return <SignIn lead="Your account is behind this door." />;
    return <PublicScreen key={visit} path={path} signedIn={data} />;
  }

  return (
    <Layout door={data ? "open" : "closed"}>
      {screen()}
      {error && !(isAccount && isUnknown) && <Lost retry={refetch} />}
    </Layout>
  );
}

function AccountScreen({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const chosen = accountPath(path);
  if (!chosen) return <Overview {...signedIn} />;
  const { Screen } = sections[chosen];
  return <Screen {...signedIn} />;
}

/** Somebody who is signed in and wanted to link something is back with a journey that nobody knows of any more. */
const isRefused = (): boolean => new URLSearchParams(location.search).has("error");

function PublicScreen({ path, signedIn }: { path: string; signedIn: SignedIn | null }) {
  const user = signedIn?.user ?? null;
  switch (path) {
    case "/":
      return <Landing />;
    case "/sign-in":
      return user ? <Redirect to={isRefused() ? `/account/sign-in${location.search}` : "/"} /> : <SignIn />;
    case "/sign-up":
      return user ? <Redirect to="/" /> : <SignUp />;
    case "/forgot-password":
      return <ForgotPassword />;
    case "/reset-password":
      return <ResetPassword />;
    case "/confirm-email":
      return <ConfirmEmail user={user} />;
    case "/account-deleted":
      return <AccountDeleted user={user} />;
    default:
      return <NotFound />;
  }
}
