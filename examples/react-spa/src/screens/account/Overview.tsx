import { accountPaths } from "../../../shared/paths.ts";
import { Avatar } from "../../account/Avatar.tsx";
import { SignOut } from "../../account/SignOut.tsx";
import { sections } from "../../account/sections.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Screen } from "../../layout/Screen.tsx";
import { hasMailbox } from "../../mailbox/has-mailbox.ts";
import { Link } from "../../router.tsx";

export function Overview(signedIn: SignedIn) {
  const { user } = signedIn;
  return (
    <Screen title="Your account" heading={<Greeting {...user} />} lead={user.email}>
      <ul className="rows">
        {accountPaths.map((path) => (
          <li key={path}>
            <Link href={path}>
              <span className="name">{sections[path].title}</span>
              <span className="meta">{sections[path].about(signedIn)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMailbox && (
        <p className="aside">
          Your letters are in the <Link href="/mailbox">mailbox</Link>.
        </p>
      )}
      <SignOut />
    </Screen>
  );
}

const Greeting = ({ name, image }: SignedIn["user"]) => (
  <>
    <Avatar name={name} image={image} />
    Welcome, {name}
  </>
);
