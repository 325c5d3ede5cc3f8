import {
  AcceptInvitation,
  AccountDeleted,
  DeviceApproval,
  EmailCode,
  ForgotPassword,
  MagicLink,
  PhoneCode,
  ResetPassword,
  ReturnNotice,
  SetUpAgain,
  SignIn,
  SignUp,
  TwoFactor,
  UnverifiedEmail,
  useIsRecovering,
  VerifyEmail,
} from "@keyhold/react-ui";
import { Fragment, type ReactNode } from "react";
import type { SignedIn } from "./account/signed-in.ts";
import { type Area, areaOf } from "./area/area.ts";
import { areas } from "./area/areas.ts";
import { BackToStart } from "./area/BackToStart.tsx";
import { authClient } from "./auth-client.ts";
import { Layout } from "./layout/Layout.tsx";
import { Lost } from "./layout/Lost.tsx";
import { Redirect, usePath, useVisit } from "./router.tsx";
import { Landing } from "./screens/Landing.tsx";
import { Loading } from "./screens/Loading.tsx";
import { Mailbox } from "./screens/Mailbox.tsx";
import { NotFound } from "./screens/NotFound.tsx";
import { Unreachable } from "./screens/Unreachable.tsx";
import { BillingScreens } from "./shop/ShopScreens.tsx";
import { Tea } from "./tea/Tea.tsx";

export function App() {
  const path = usePath();
  const visit = useVisit();
  const { data, error, isPending, refetch } = authClient.useSession();
  const isRecovering = useIsRecovering();
  const area = areaOf(path);
  const isUnknown = error !== null && data === null;

  if (/^\/mailbox(\/\d+)?$/.test(path)) {
    return (
      <Layout signedIn={isRecovering ? null : data}>
        <Mailbox />
      </Layout>
    );
  }
  if (area && data && isRecovering) {
    return (
      // Without the menu: the server answers nothing about organizations yet.
      <Layout door="open" signedIn={null}>
        {path === "/account/two-factor" ? <SetUpAgain /> : <Redirect to="/account/two-factor" />}
        {error && <Lost retry={refetch} />}
      </Layout>
    );
  }
  if (area && data) {
    return (
      <InArea area={area} path={path} visit={visit} signedIn={data}>
        {error && <Lost retry={refetch} />}
      </InArea>
    );
  }

  function screen() {
    if (isPending) return <Loading />;
    if (area && isUnknown) return <Unreachable lead="We do not know yet who you are." retry={refetch} />;
    if (area && !openPaths.includes(path)) return <SignIn lead="Sign in to see this page." redirectTo={path} />;
    return <PublicScreen key={visit} path={path} signedIn={data} />;
  }

  return (
    <Layout door={data ? "open" : "closed"} signedIn={data}>
      {screen()}
      {error && !(area && isUnknown) && <Lost retry={refetch} />}
    </Layout>
  );
}

/** Screens of an area that visitors see, too. */
const openPaths: readonly string[] = ["/", "/pricing"];

interface InAreaProps {
  readonly area: Area;
  readonly path: string;
  readonly visit: number;
  readonly signedIn: SignedIn;
  readonly children: ReactNode;
}

function InArea({ area, path, visit, signedIn, children }: InAreaProps) {
  const Screens = areas[area];
  return (
    <Layout signedIn={signedIn}>
      <BackToStart path={path} />
      <Fragment key={`${signedIn.user.id} ${visit}`}>
        {area !== "account" && <UnverifiedEmail />}
        {area !== "account" && <ReturnNotice />}
        <Screens path={path} signedIn={signedIn} />
      </Fragment>
      {children}
    </Layout>
  );
}

/** A signed-in user is back from a provider, after a linking flow that is unknown. */
const isRejected = (): boolean => new URLSearchParams(location.search).has("error");

function PublicScreen({ path, signedIn }: { path: string; signedIn: SignedIn | null }) {
  const user = signedIn?.user ?? null;
  switch (path) {
    case "/":
      return <Landing />;
    case "/sign-in":
      return user && isRejected() ? <Redirect to={`/account/sign-in${location.search}`} /> : <SignIn />;
    case "/magic-link":
      return <MagicLink />;
    case "/email-code":
      return <EmailCode />;
    case "/phone-code":
      return <PhoneCode />;
    case "/tea":
      return <Tea />;
    case "/pricing":
      return <BillingScreens path={path} signedIn={null} />;
    case "/sign-up":
      return <SignUp />;
    case "/forgot-password":
      return <ForgotPassword />;
    case "/reset-password":
      return <ResetPassword />;
    case "/verify-email":
      return <VerifyEmail />;
    case "/account-deleted":
      return <AccountDeleted />;
    case "/accept-invitation":
      return <AcceptInvitation />;
    case "/device":
      return <DeviceApproval />;
    case "/two-factor":
      return <TwoFactor />;
    default:
      return <NotFound />;
  }
}
