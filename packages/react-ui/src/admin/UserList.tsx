import { type ChangeEvent, type ReactElement, type ReactNode, useId } from "react";
import { useUI } from "../context.js";
import { Bones } from "../parts/Bones.js";
import { Failed } from "../parts/Failed.js";
import { More } from "../parts/More.js";
import { Picture } from "../parts/Picture.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { Told } from "../parts/Time.js";
import { admin as english } from "../texts/en/admin.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import { useAdminRights } from "./rights.js";
import { isBanned, type ManagedUser } from "./types.js";
import { type AdminUsersState, useAdminUsers } from "./use-admin-users.js";

/** The list of all users, with a search. */
export function UserList(): ReactElement {
  const state = useAdminUsers();
  const texts = useTexts("admin", english);
  const sentenceOf = useErrorText();
  const { users, isPending, hasMore, error, refetch } = state;
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <Search {...state} />
      {users.length === 0 && error ? (
        <Failed title={texts.failed} text={sentenceOf(error)} retry={refetch} />
      ) : (
        <>
          <p className="kh-soft" role="status">
            {!isPending && texts.count(users.length, hasMore)}
          </p>
          {users.length === 0 && isPending && <Bones />}
          {users.length > 0 && (
            <ul className="kh-rows">
              <Rows of={users}>{(user) => <Row user={user} />}</Rows>
            </ul>
          )}
          <More {...state} />
        </>
      )}
    </Screen>
  );
}

function Row({ user }: { readonly user: ManagedUser }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("admin", english);
  const { isAdministrator } = useAdminRights();
  const { name, contact } = usePerson()(user);
  return (
    <li>
      <Link href={`${paths.admin}/users/${encodeURIComponent(user.id)}`}>
        <Picture kind="user" name={user.name} image={user.image} isStranger />
        <span className="kh-name" title={name}>
          <bdi>{name}</bdi>{" "}
          {isAdministrator(user) && (
            <span className="kh-tag" data-tone="good">
              {texts.administrator}
            </span>
          )}
          {isBanned(user) && (
            <span className="kh-tag" data-tone="bad">
              {texts.bannedTag}
            </span>
          )}
        </span>
        <span className="kh-meta">
          <Told
            say={(time) =>
              contact === null ? texts.joined(time(user.createdAt)) : texts.since(contact, time(user.createdAt))
            }
          />
        </span>
      </Link>
    </li>
  );
}

function Search(state: AdminUsersState): ReactElement {
  const { text, setText, field, setField, order, setOrder, orders } = state;
  const texts = useTexts("admin", english);
  const id = useId();
  return (
    <search className="kh-search">
      <Labelled id={`${id}-text`} label={texts.beginsWith}>
        <input
          className="kh-input"
          id={`${id}-text`}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Labelled>
      <Labelled id={`${id}-field`} label={texts.searchIn}>
        <select
          className="kh-input"
          id={`${id}-field`}
          value={field}
          onChange={({ target }) => setField(target.value === "email" ? "email" : "name")}
        >
          <option value="name">{texts.names}</option>
          <option value="email">{texts.emails}</option>
        </select>
      </Labelled>
      <Labelled id={`${id}-order`} label={texts.order}>
        <select
          className="kh-input"
          id={`${id}-order`}
          value={order}
          onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
            setOrder(orders.find((one) => one === target.value) ?? order)
          }
        >
          {orders.map((one) => (
            <option key={one} value={one}>
              {texts.orders[one]}
            </option>
          ))}
        </select>
      </Labelled>
    </search>
  );
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

const Labelled = ({ id, label, children }: LabelledProps): ReactElement => (
  <div>
    <label className="kh-label" htmlFor={id}>
      {label}
    </label>
    <div className="kh-control">{children}</div>
  </div>
);
