import serverCode from "../../server/auth.ts?raw";
import { Code } from "../layout/Code.tsx";
import { Screen } from "../layout/Screen.tsx";
import { usePage } from "../page/page.ts";
import { Link } from "../router.tsx";
import { Guests } from "../shop/Guests.tsx";

const documentation = "https://github.com/keyhold/keyhold/tree/main/docs#readme";

/** The file without its imports. */
const setUp = serverCode.slice(serverCode.indexOf("export const auth"));

export function Landing() {
  const { hasGuests } = usePage();
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
        <Link className="button quiet" href="/tea">
          Buy tea
        </Link>
      </p>
      <h2>What to try first</h2>
      <ol className="tries">
        {hasGuests && <li>Look around as a merchant, open Webhooks, and send an event with a wrong signature.</li>}
        {hasGuests && <li>Create an account, buy the tea club, and see the tasting notes unlock in every tab.</li>}
        <li>Put tea in your cart as a guest, and create an account: the cart stays.</li>
        <li>Create an account, and turn on two-factor authentication in your account.</li>
        <li>Create an organization, and invite a second address of yours.</li>
        <li>Sign in with another browser, and sign it out from your devices.</li>
      </ol>
      <div className="landing">
        <p>
          <a href={documentation}>Documentation</a>
        </p>
        <details>
          <summary>How this app is set up</summary>
          <Code file="server/auth.ts" text={setUp} />
        </details>
      </div>
    </Screen>
  );
}
