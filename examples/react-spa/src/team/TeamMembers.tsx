import type { RefObject } from "react";
import { Avatar } from "../account/Avatar.tsx";
import { Busy } from "../form/Busy.tsx";
import { sayName } from "../layout/say-name.ts";
import { More } from "../lists/More.tsx";
import type { Pages } from "../lists/use-pages.ts";
import { Bones } from "../screens/Loading.tsx";

/** A member of a team, with the fields of the list. */
export interface TeamPerson {
  readonly id: string;
  readonly userId: string;
  readonly user: { readonly name: string; readonly email: string; readonly image: string | null };
}

interface TeamMembersProps {
  readonly top: RefObject<HTMLHeadingElement | null>;
  readonly members: Pages<TeamPerson>;
  readonly busy: string | null;
  /** Removes a member. Left out without permission. */
  readonly take?: (userId: string, name: string) => void;
}

export const TeamMembers = ({ top, members: { items, ...rest }, busy, take }: TeamMembersProps) => (
  <section className="group">
    <h2 ref={top} tabIndex={-1}>
      Members
    </h2>
    {items.length === 0 && rest.isPending && <Bones />}
    {items.length === 0 && !rest.isPending && !rest.error && <p className="soft">It has no members yet.</p>}
    <ul className="people">
      {items.map(({ id, userId, user: { name, email, image } }) => (
        <li key={id}>
          <Avatar name={name} image={image} />
          <div>
            <p className="name">{name}</p>
            <p className="meta">{email}</p>
          </div>
          {take && (
            <Busy
              kind="quiet"
              isSmall
              isBusy={busy === userId}
              label="Take out"
              busy="Taking out…"
              name={`Take out ${sayName(name)}`}
              onClick={() => take(userId, name)}
            />
          )}
        </li>
      ))}
    </ul>
    <More {...rest} />
  </section>
);
