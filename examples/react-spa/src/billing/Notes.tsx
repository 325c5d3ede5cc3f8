import { PastDueNotice } from "@keyhold/react-ui";
import type { NoteView } from "../../shared/shop.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { useEntitlement } from "../auth-client.ts";
import { Empty } from "../layout/Empty.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { Bones } from "../screens/Loading.tsx";
import { Read } from "../shop/parts/Read.tsx";
import { useShop } from "../shop/use-shop.ts";
import { Cups } from "./Cups.tsx";

/** What a purchase unlocks: without a reload, as soon as the webhook has arrived. */
export function Notes({ user }: Pick<SignedIn, "user">) {
  const { has, isPending } = useEntitlement("notes");
  if (has) return <Unlocked user={user} />;
  return (
    <Screen title="Tasting notes" lead="What our tea masters write about each harvest.">
      {isPending ? (
        <Bones />
      ) : (
        <>
          <Empty title="Not unlocked yet" text="The tea club, an office kettle, or the notes alone open this page." />
          <p className="choices">
            <Link className="button primary" href="/pricing">
              See plans
            </Link>
          </p>
        </>
      )}
    </Screen>
  );
}

function Unlocked({ user }: Pick<SignedIn, "user">) {
  const reading = useShop<readonly NoteView[]>("/api/shop/notes", { userId: user.id });
  return (
    <Read title="Tasting notes" lead="What our tea masters write about each harvest." reading={reading}>
      {(notes) => (
        <>
          <PastDueNotice />
          <ul className="shop-products">
            {notes.map(({ tea, text }) => (
              <li key={tea} className="shop-card">
                <h2>{tea}</h2>
                <p className="soft">{text}</p>
              </li>
            ))}
          </ul>
          <Cups />
        </>
      )}
    </Read>
  );
}
