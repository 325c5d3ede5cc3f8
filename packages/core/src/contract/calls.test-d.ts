import type { Auth, SessionOf, UserOf } from "../auth.js";
import type { User } from "../model/models.js";
import type { Endpoint } from "./endpoint.js";
import type { Plugin } from "./plugin.js";
import type { PluginTypes } from "./plugin-types.js";
import type { ColumnsTaken } from "./taken-columns.js";

/** Code that must not compile, and never runs: the type checker is the test. */

type Greet = Endpoint<"POST /sign-in/greet", { word: string }, { user: User }, "NO", "nothing else">;
interface NameTypes extends PluginTypes {
  readonly endpoints: { readonly signIn: { readonly greet: Greet } };
  readonly user: { readonly nickname: string | null };
  readonly userInput: { nickname?: string };
  readonly errorCode: "NICKNAME_IS_TAKEN";
}
type Names = Plugin<NameTypes>;

type Rows<A extends Pick<Auth, "session">> = { readonly user: UserOf<A>; readonly session: SessionOf<A>["session"] };

export async function callsOfTheCore({ api }: Auth, $: Rows<Auth>): Promise<void> {
  await api.signIn.email({ email: "a@b.co", password: "x" });
  // @ts-expect-error a field is missing
  await api.signIn.email({ email: "a@b.co" });
  // @ts-expect-error a field of another type
  await api.signIn.email({ email: "a@b.co", password: 5 });
  // @ts-expect-error an unknown field
  await api.signIn.email({ email: "a@b.co", password: "x", remember: true });
  // @ts-expect-error a missing input
  await api.signIn.email();
  // @ts-expect-error no such call
  await api.signIn.phone({});
  // @ts-expect-error a page is visited, not called
  await api.error({});
  await api.signOut();
  await api.ok({}, { headers: new Headers() });
  // @ts-expect-error headers are in the second argument, also of a call without input
  await api.signOut({ headers: new Headers() });

  const session = await api.getSession();
  // @ts-expect-error there may be no session
  session.user;
  const signedUp = await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x" });
  // @ts-expect-error without a session at sign-up there is no token
  signedUp.token.length;
  // @ts-expect-error without the plugin there is no such column
  signedUp.user.nickname;
  // @ts-expect-error without the plugin there is no such input
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: "ann" });
  // @ts-expect-error a secret column is not in a response
  $.user.password;
}

export async function callsOfPlugins({ api }: Auth<readonly [Names]>, $: Rows<Auth<readonly [Names]>>): Promise<void> {
  const answer = await api.signIn.greet({ word: "hello" });
  answer.user.nickname?.toUpperCase();
  // @ts-expect-error the input is the plugin's
  await api.signIn.greet({ words: "hello" });
  // @ts-expect-error a column that may be null
  $.user.nickname.toUpperCase();
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: "ann" });
  // @ts-expect-error the plugin's input is typed
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: 5 });
  await api.updateUser({ name: "Ann", nickname: "ann" });
  await api.updateUser({ nickname: null });
  // @ts-expect-error the plugin's input is typed there, too
  await api.updateUser({ nickname: 5 });
  // @ts-expect-error null clears an existing value, and a new user has no value
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: null });
  // @ts-expect-error only sign-up and update-user take the columns of the user
  await api.signIn.email({ email: "a@b.co", password: "x", nickname: "ann" });
}

interface Shop {
  readonly shopId: string;
  readonly name: string;
}
interface Listed {
  readonly shops: readonly Shop[];
  readonly best: Shop | null;
  readonly owner: { readonly name: string };
  readonly seen: Date;
  readonly facts: unknown;
}
interface ShopTypes extends PluginTypes {
  readonly endpoints: {
    readonly shop: {
      readonly open: Endpoint<"POST /shop/open", { name: string }, Shop, never, ColumnsTaken<"shop", "", false>>;
      readonly change: Endpoint<
        "POST /shop/change",
        { shopId: string; data: { name?: string } },
        Shop,
        never,
        ColumnsTaken<"shop", "data", true>
      >;
      readonly list: Endpoint<"GET /shop/list", object, Listed, never, "nothing else">;
    };
  };
  readonly models: { readonly shop: { readonly like: Pick<Shop, "shopId"> } };
}
type Shops = Plugin<ShopTypes>;
interface HourTypes extends PluginTypes {
  readonly models: {
    readonly shop: { readonly shown: { readonly hours: string | null }; readonly taken: { hours: string } };
  };
}
type Hours = Plugin<HourTypes>;

export async function columnsOfOtherModels({ api }: Auth<readonly [Shops, Hours, Names]>): Promise<void> {
  const opened = await api.shop.open({ name: "Bakery", hours: "7-12" });
  opened.hours?.toUpperCase();
  // @ts-expect-error a column that may be null
  opened.hours.toUpperCase();
  // @ts-expect-error a required column is missing
  await api.shop.open({ name: "Bakery" });
  // @ts-expect-error a new row has no value to clear
  await api.shop.open({ name: "Bakery", hours: null });
  await api.shop.change({ shopId: "1", data: {} });
  await api.shop.change({ shopId: "1", data: { name: "Bakery", hours: null } });
  // @ts-expect-error the column is typed
  await api.shop.change({ shopId: "1", data: { hours: 7 } });
  // @ts-expect-error the column belongs in the field of the other columns
  await api.shop.change({ shopId: "1", data: {}, hours: "7-12" });

  const { shops, best, owner, seen, facts } = await api.shop.list();
  shops.map(({ name, hours }) => name + (hours ?? ""));
  best?.hours?.toUpperCase();
  seen.getTime();
  // @ts-expect-error a value of unknown type
  facts.length;
  // @ts-expect-error only shops have hours
  owner.hours;
  // The user has added columns, too.
  (await api.signIn.greet({ word: "hello" })).user.nickname?.toUpperCase();
}

export async function withoutWhoAddsThem({ api }: Auth<readonly [Shops]>): Promise<void> {
  // @ts-expect-error the input belongs to another plugin
  await api.shop.open({ name: "Bakery", hours: "7-12" });
  // @ts-expect-error the column belongs to another plugin
  (await api.shop.open({ name: "Bakery" })).hours;
}

export function nothingIsChanged(auth: Auth): void {
  // @ts-expect-error an auth is frozen
  auth.handler = async () => new Response();
  // @ts-expect-error the errors are frozen, too
  auth.errors.set("X", { status: 400, message: "x" });
}
