import { memory } from "@keyhold/adapter-memory";
import { createAuth, type SessionOf, type User, type UserOf } from "@keyhold/core";
import { toActions } from "@keyhold/core/actions";
import { bool, date, json, type OutputColumns, text } from "@keyhold/core/plugin";
import { createAuthClient as createReactClient } from "@keyhold/react";
import { type UsernameUser, username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { createAuthClient } from "./client.js";
import { userColumns } from "./user-columns.js";

/** Columns of the user without a plugin of the app's own, in server and client. This code never runs. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

const config = { secret: "for types only", baseURL: "http://localhost:3000", database: memory() };
const columns = {
  locale: text().optional().input(),
  theme: json<{ readonly dark: boolean }>().optional().input(),
  birthday: date().optional().input(),
  isStaff: bool().initially(() => false),
  pin: text().optional().secret().input(),
};
type Shown = OutputColumns<typeof columns>;

const auth = createAuth({
  ...config,
  plugins: [username()],
  user: { columns, changeEmail: { enabled: true } },
  hooks: {
    "user.create": (draft, _ctx, { isSignUp }) => {
      holds<Equal<typeof draft.locale, string | null | undefined>>();
      holds<Equal<typeof draft.username, string | null | undefined>>();
      holds<Equal<typeof isSignUp, boolean>>();
      return { ...draft, isStaff: draft.email.endsWith("@example.com") };
    },
    "user.update": (change, _ctx, user) => {
      holds<Equal<typeof user.isStaff, boolean>>();
      holds<Equal<typeof change.theme, { readonly dark: boolean } | null | undefined>>();
      return change;
    },
  },
});
const person = { name: "", email: "", password: "" };

// The server: answers have the columns, inputs those with `input()`.
holds<Equal<UserOf<typeof auth>["locale"], string | null>>();
holds<Equal<UserOf<typeof auth>["theme"], { readonly dark: boolean } | null>>();
holds<Equal<UserOf<typeof auth>["birthday"], Date | null>>();
holds<Equal<SessionOf<typeof auth>["user"]["isStaff"], boolean>>();
holds<Equal<UserOf<typeof auth>["username"], string | null>>();
auth.api.signUp.email({ ...person, locale: "de", theme: { dark: true }, username: "ada" }).then(({ user }) => {
  holds<Equal<typeof user.locale, string | null>>();
  // @ts-expect-error a secret column is in no answer
  user.pin;
});
auth.api.updateUser({ locale: null, birthday: "2000-01-01", pin: "1" });
auth.transaction(({ api }) => api.updateUser({ locale: null }));
// @ts-expect-error the column is no input
auth.api.signUp.email({ ...person, isStaff: true });
// @ts-expect-error the column is a text
auth.api.signUp.email({ ...person, locale: 1 });
// @ts-expect-error null clears a column, so sign-up does not take null
auth.api.signUp.email({ ...person, locale: null });
// @ts-expect-error the JSON value has another form
auth.api.updateUser({ theme: { dark: "yes" } });
toActions(auth, () => ({ headers: new Headers(), setCookie: () => undefined })).signUp.email({
  ...person,
  locale: "de",
});

// A column that is no column, and options under other names.
// @ts-expect-error not called
createAuth({ ...config, user: { columns: { locale: text } } });
// @ts-expect-error a misspelt option
createAuth({ ...config, user: { column: {} } });
// @ts-expect-error the name of better-auth
createAuth({ ...config, user: { additionalFields: {} } });

// A required column is required at sign-up.
const strict = createAuth({ ...config, user: { columns: { locale: text().input() } } });
strict.api.signUp.email({ ...person, locale: "de" });
// @ts-expect-error the column is missing
strict.api.signUp.email(person);

// Without columns the types stay as they are.
const plain = createAuth({ ...config, user: { changeEmail: { enabled: true } } });
holds<Equal<UserOf<typeof plain>, User>>();
const empty = createAuth({ ...config, user: { columns: {} } });
holds<Equal<typeof empty, typeof plain>>();

// A list of plugins of unknown length hides no column.
const sometimes = createAuth({ ...config, plugins: [...(config.secret ? [username()] : [])], user: { columns } });
holds<Equal<UserOf<typeof sometimes>["locale"], string | null>>();

// The client, by the type of the auth.
const client = createAuthClient({ plugins: [usernameClient(), userColumns<typeof auth>()] });
holds<Equal<typeof client.$.user, User & UsernameUser & Shown>>();
holds<Equal<NonNullable<ReturnType<typeof client.session.get>["data"]>["user"]["locale"], string | null>>();
client.signUp.email({ ...person, locale: "de", birthday: "2000-01-01" }).then(({ data, error }) => {
  holds<Equal<NonNullable<typeof data>["user"]["theme"], { readonly dark: boolean } | null>>();
  // @ts-expect-error a plugin without errors adds no code
  error?.code === "LOCALE";
});
client.updateUser({ locale: null, theme: { dark: false } });
// @ts-expect-error the column is no input
client.updateUser({ isStaff: true });
// @ts-expect-error the column is a text
client.updateUser({ locale: 1 });
// @ts-expect-error a secret column is in no answer
client.$.user.pin;

const react = createReactClient({ plugins: [userColumns<typeof auth>()] });
export function useClaims(): void {
  const { data } = react.useSession();
  holds<Equal<NonNullable<typeof data>["user"], User & Shown>>();
  // @ts-expect-error the column belongs to a plugin that this client lacks
  data?.user.username;
}

// The plugin names the auth.
// @ts-expect-error the config of this auth has no columns
userColumns<typeof plain>();
const unnamed = createAuthClient({ plugins: [userColumns()] });
// @ts-expect-error without the type of the auth there is no column
unnamed.updateUser({ locale: "de" });
