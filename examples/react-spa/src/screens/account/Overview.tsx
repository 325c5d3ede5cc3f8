import { accountPaths } from "../../../shared/paths.ts";
import { Avatar } from "../../account/Avatar.tsx";
import { SignOut } from "../../account/SignOut.tsx";
import { sections } from "../../account/sections.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { useAreas } from "../../area/use-areas.ts";
import { Screen } from "../../layout/Screen.tsx";
import { hasMailbox } from "../../mailbox/has-mailbox.ts";
import { Link } from "../../router.tsx";

export function Overview(signedIn: SignedIn) {
  const { user } = signedIn;
  const elsewhere = useAreas(signedIn).filter(({ area }) => area !== "account");
  return (
    <Screen title="Your account" heading={<Greeting {...user} />} lead={user.email}>
      <ul className="rows">
        {elsewhere.map(({ href, label, about }) => (
          <Row key={href} href={href} title={label} about={about} />
        ))}
      </ul>
      <ul className="rows">
        {accountPaths.map((path) => (
          <Row key={path} href={path} title={sections[path].title} about={sections[path].about(signedIn)} />
        ))}
      </ul>
      {hasMailbox && (
        <p className="aside">
          Your emails are in the <Link href="/mailbox">mailbox</Link>.
        </p>
      )}
      <SignOut />
    </Screen>
  );
}

const Row = ({ href, title, about }: { href: string; title: string; about: string }) => (
  <li>
    <Link href={href}>
      <span className="name">{title}</span>
      <span className="meta">{about}</span>
    </Link>
  </li>
);

const Greeting = ({ name, image }: SignedIn["user"]) => (
  <>
    <Avatar name={name} image={image} />
    Welcome, {name}
  </>
);
