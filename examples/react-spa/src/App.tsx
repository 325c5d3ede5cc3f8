import { authClient } from "./auth-client.ts";
import { Layout } from "./layout/Layout.tsx";
import { Lost } from "./layout/Lost.tsx";
import { Redirect, usePath } from "./router.tsx";
import { Account } from "./screens/Account.tsx";
import { Landing } from "./screens/Landing.tsx";
import { Loading } from "./screens/Loading.tsx";
import { Mailbox } from "./screens/Mailbox.tsx";
import { NotFound } from "./screens/NotFound.tsx";
import { SignIn } from "./screens/SignIn.tsx";
import { SignUp } from "./screens/SignUp.tsx";
import { Unreachable } from "./screens/Unreachable.tsx";

export function App() {
  const path = usePath();
  const { data, error, isPending, refetch } = authClient.useSession();
  const isUnknown = error !== null && data === null;

  function screen() {
    if (isPending) return <Loading />;
    switch (path) {
      case "/":
        if (data) return <Account {...data} />;
        return isUnknown ? <Unreachable lead="We do not know yet who you are." retry={refetch} /> : <Landing />;
      case "/sign-in":
        return data ? <Redirect to="/" /> : <SignIn />;
      case "/sign-up":
        return data ? <Redirect to="/" /> : <SignUp />;
      default:
        return <NotFound />;
    }
  }

  if (/^\/mailbox(\/\d+)?$/.test(path)) {
    return (
      <Layout>
        <Mailbox />
      </Layout>
    );
  }
  return (
    <Layout door={data ? "open" : "closed"}>
      {screen()}
      {error && !(path === "/" && isUnknown) && <Lost retry={refetch} />}
    </Layout>
  );
}
