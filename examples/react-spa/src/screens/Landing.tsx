import serverCode from "../../server/auth.ts?raw";
import clientCode from "../auth-client.ts?raw";
import { Code } from "../layout/Code.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { Guests } from "../shop/Guests.tsx";
import { hasGuests } from "../shop/page-facts.ts";

export function Landing() {
  return (
    <Screen
      title="Sign-in that lives in your own app"
      lead="Users and sessions in your database, behind your own domain. This page runs on one Node process and one SQLite file."
    >
      {hasGuests && <Guests />}
      <p className="choices">
        <Link className={hasGuests ? "button quiet" : "button primary"} href="/sign-up">
          Create an account
        </Link>
        <Link className="button quiet" href="/sign-in">
          Sign in
        </Link>
      </p>
      <h2>How this app is set up</h2>
      <Code file="server/auth.ts" text={serverCode} />
      <Code file="src/auth-client.ts" text={clientCode} />
    </Screen>
  );
}
