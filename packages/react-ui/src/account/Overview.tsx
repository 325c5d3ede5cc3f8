import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { Waiting } from "../parts/Waiting.js";
import { account as english } from "../texts/en/account.js";
import { userButton } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { contactOf, isGuest, useNameOf } from "../user/guest.js";
import { useUser } from "../user/use-user.js";
import { SignOutButton } from "../user-button/SignOutButton.js";
import { useUserLinks } from "../user-button/use-user-links.js";
import { useAccountSections } from "./sections.js";

/** The first screen of an account: the user, and links to all sections and other parts of the app. */
export function Overview({ children }: { readonly children?: ReactNode }): ReactElement {
  const user = useUser();
  const sections = useAccountSections();
  const elsewhere = useUserLinks().filter(({ id }) => id !== "account");
  const texts = useTexts("account", english);
  const nameOf = useNameOf();
  const { aboutGuest, createAccount } = useTexts("userButton", userButton);
  const { paths, Link } = useUI();
  if (!user) return <Waiting />;
  const isOfGuest = isGuest(user);
  const name = nameOf(user);
  const rows = (isToDelete: boolean) => (
    <ul className="kh-rows">
      {sections.map(({ section, ...link }) => (section === "delete") === isToDelete && <Row key={section} {...link} />)}
    </ul>
  );
  return (
    <Screen
      title={texts.welcome(shortName(name))}
      lead={isOfGuest ? aboutGuest : (contactOf(user) ?? undefined)}
      icon={<Picture name={name} image={user.image} kind="user" />}
    >
      {isOfGuest && (
        <p className="kh-choices">
          <Link className="kh-button kh-primary" href={paths.signUp}>
            {createAccount}
          </Link>
        </p>
      )}
      {elsewhere.length > 0 && (
        <ul className="kh-rows">
          {elsewhere.map(({ id, ...link }) => (
            <Row key={id} {...link} />
          ))}
        </ul>
      )}
      {rows(false)}
      {children}
      {rows(true)}
      <SignOutButton />
    </Screen>
  );
}

interface RowProps {
  readonly href: string;
  readonly label: string;
  readonly about: string;
}

function Row({ href, label, about }: RowProps): ReactElement {
  const { Link } = useUI();
  return (
    <li>
      <Link href={href}>
        <span className="kh-name">{label}</span>
        <span className="kh-meta">{about}</span>
      </Link>
    </li>
  );
}
