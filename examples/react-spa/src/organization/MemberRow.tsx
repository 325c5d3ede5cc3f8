import { Avatar } from "../account/Avatar.tsx";
import { sayName } from "../layout/say-name.ts";
import { Time } from "../layout/Time.tsx";
import { may, outranks } from "./may.ts";
import { sayRoles } from "./roles.ts";
import type { Member, Work } from "./work.ts";

interface MemberRowProps extends Pick<Work, "me"> {
  readonly member: Member;
  readonly manage: () => void;
}

/** Whether the user may change or remove a member. */
export const mayManage = (me: Work["me"], member: Member): boolean =>
  member.id !== me.id &&
  outranks(me, member.role) &&
  (may(me, { member: ["update"] }) || may(me, { member: ["delete"] }));

export function MemberRow({ member, me, manage }: MemberRowProps) {
  const { name, email, image } = member.user;
  return (
    <li>
      <Avatar name={name} image={image} />
      <div>
        <p className="name">
          {name} {member.id === me.id && <span className="tag good">You</span>}
        </p>
        <p className="meta">{email}</p>
        <p className="meta">
          {sayRoles(member.role)}, since <Time at={member.createdAt} />
        </p>
      </div>
      {mayManage(me, member) && (
        <button className="button small quiet" type="button" aria-label={`Manage ${sayName(name)}`} onClick={manage}>
          Manage
        </button>
      )}
    </li>
  );
}
