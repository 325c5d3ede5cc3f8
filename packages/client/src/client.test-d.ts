import type { User } from "@keyhold/core";
import type { EmailChange } from "@keyhold/core/entity-schemas";
import type { PluginTypes, ValidationSchema } from "@keyhold/core/plugin";
import type { CoreEndpoints } from "@keyhold/core/types";
import type { UsernameEndpoints, UsernameErrorCode, UsernameUser } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { type AccountListTypes, accountLists } from "./account-lists.js";
import type { Answer, CallError, ClientErrorCode } from "./answer.js";
import type { CallName, RouteTable } from "./calls.js";
import { createAuthClient } from "./client.js";
import { clientPlugin } from "./plugin.js";
import type { Store } from "./store.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

const plain = createAuthClient();
const client = createAuthClient({ plugins: [usernameClient()] });

// Each call has its own input and data.
const signedIn = await client.signIn.email({ email: "", password: "", rememberMe: false, callbackURL: "/" });
if (signedIn.error === null) {
  holds<Equal<typeof signedIn.data.token, string>>();
  holds<Equal<typeof signedIn.data.url, string | undefined>>();
} else {
  holds<Equal<typeof signedIn.data, null>>();
}
const seen = await client.getSession();
holds<Equal<NonNullable<typeof seen.data>["session"]["expiresAt"], Date>>();
holds<Equal<Awaited<ReturnType<typeof client.ok>>, Answer<{ ok: boolean }, CommonCode>>>();

// @ts-expect-error the password is missing
client.signIn.email({ email: "" });
// @ts-expect-error a password is not a number
client.signIn.email({ email: "", password: 1 });
// @ts-expect-error there is no such input
client.signIn.email({ email: "", password: "", remember: true });
// @ts-expect-error there is no such call
client.signIn.mail({ email: "", password: "" });
// @ts-expect-error a call that needs input must get input
client.signIn.email();
// @ts-expect-error data is there only when error is not
client.ok().then(({ data }) => data.ok);

// The input is optional if all fields are optional.
client.getSession();
client.signOut({}, { signal: new AbortController().signal, retry: { attempts: 1 }, headers: { "x-trace": "1" } });
// @ts-expect-error there is no such option
client.signOut({}, { timeout: 1 });
// @ts-expect-error options are in the second argument, also of a call without input
client.signOut({ fetchOptions: {} });

// `error.code` is the union of this endpoint.
type CommonCode = CoreEndpoints["ok"]["$"]["error"];
type ErrorCodeOf<Call extends (...input: never) => Promise<Answer<unknown, string>>> = NonNullable<
  Awaited<ReturnType<Call>>["error"]
>["code"];
type SignInCode =
  | "EMAIL_AND_PASSWORD_IS_NOT_ENABLED"
  | "FAILED_TO_CREATE_SESSION"
  | "INVALID_CALLBACKURL"
  | "INVALID_EMAIL"
  | "EMAIL_NOT_VERIFIED"
  | "INVALID_EMAIL_OR_PASSWORD"
  | CommonCode
  | ClientErrorCode;
holds<Equal<ErrorCodeOf<typeof client.signIn.email>, SignInCode>>();
holds<Equal<ErrorCodeOf<typeof client.ok>, CommonCode | ClientErrorCode>>();
// @ts-expect-error a code of another endpoint is not possible
holds<"USER_ALREADY_EXISTS" extends ErrorCodeOf<typeof client.signIn.email> ? true : false>();
if (signedIn.error) {
  // @ts-expect-error a misspelt code is not possible
  signedIn.error.code === "INVALID_EMAIL_OR_PASWORD";
  holds<Equal<(typeof signedIn.error)["issues"], CallError["issues"]>>();
}

// Plugins add calls, columns of the user, input of the sign-up, and errors of the sign-up.
holds<Equal<typeof client.$.user, User & UsernameUser>>();
holds<Equal<NonNullable<typeof seen.data>["user"]["username"], string | null>>();
client.signIn.username({ username: "", password: "" }).then(({ data }) => data?.user.displayUsername);
client.signUp.email({ name: "", email: "", password: "", username: "ada" });
client.signUp.email({ name: "", email: "", password: "" }).then(({ error }) => {
  if (error) holds<"USERNAME_IS_TOO_SHORT" extends typeof error.code ? true : false>();
});
// @ts-expect-error a username is a string
client.signUp.email({ name: "", email: "", password: "", username: 1 });

// Without the plugin these names do not exist.
// @ts-expect-error the call belongs to a plugin
plain.signIn.username;
// @ts-expect-error the column belongs to a plugin
plain.getSession().then(({ data }) => data?.user.username);
// @ts-expect-error the input belongs to a plugin
plain.signUp.email({ name: "", email: "", password: "", username: "ada" });
holds<Equal<ErrorCodeOf<typeof plain.signUp.email> & UsernameErrorCode, "FAILED_TO_CREATE_SESSION">>();

// Callbacks of other libraries would never be called, also in an object that is spread.
const callbacks = { onSuccess: () => undefined, onError: () => undefined };
// @ts-expect-error no callback is called
client.signIn.email({ email: "", password: "" }, callbacks);
// @ts-expect-error no callback is called
client.signIn.email({ email: "", password: "" }, { ...callbacks, retry: 0 });
// @ts-expect-error no callback is called
client.signIn.email({ email: "", password: "" }, { onRequest: () => undefined });
// @ts-expect-error there is no such input
client.signIn.email({ email: "", password: "", fetchOptions: {} });

// The calls of an account: dates are `Date`, and optional fields are optional.
const listed = await client.listSessions();
holds<Equal<NonNullable<typeof listed.data>[number]["createdAt"], Date>>();
holds<Equal<NonNullable<typeof listed.data>[number]["isCurrent"], boolean>>();
const accounts = await client.listAccounts();
holds<Equal<NonNullable<typeof accounts.data>[number]["scopes"], readonly string[]>>();
const changed = await client.changePassword({ currentPassword: "", newPassword: "" });
holds<Equal<NonNullable<typeof changed.data>["user"], User & UsernameUser>>();
client.changePassword({ currentPassword: "", newPassword: "", revokeOtherSessions: false });
client.updateUser({ image: null, username: "ada" });
client.updateUser({ username: null });
client.revokeSession({ id: "" });
client.revokeOtherSessions();
client.deleteUser({ password: "" }).then(({ data, error }) => {
  holds<Equal<typeof data, { success: boolean; message: string } | null>>();
  if (error) holds<"SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION" extends typeof error.code ? true : false>();
});
client.verifyEmail({ token: "" }).then(({ error }) => {
  if (error) holds<"TOKEN_EXPIRED" extends typeof error.code ? true : false>();
});
client.requestPasswordReset({ email: "", redirectTo: "/reset-password" });
client.forgetPassword({ email: "" });
client.resetPassword({ newPassword: "", token: "" });
client.sendVerificationEmail({ email: "", callbackURL: "/" });
client.changeEmail({ newEmail: "" });
client.unlinkAccount({ providerId: "" });
// @ts-expect-error the present password is missing
client.changePassword({ newPassword: "" });
// @ts-expect-error a reset needs a token
client.resetPassword({ newPassword: "" });
// @ts-expect-error a call of the server only
client.setPassword;
// @ts-expect-error the column belongs to a plugin
plain.updateUser({ username: "ada" });
holds<Equal<CallError["retryAfterSeconds"], number | undefined>>();

// With a plugin the stores have the output of their endpoints; without the plugin these stores do not exist.
const listing = createAuthClient({ plugins: [usernameClient(), accountLists()] });
type Sessions = NonNullable<typeof listed.data>;
holds<Equal<typeof listing.sessions, Store<Sessions, CommonCode>>>();
holds<Equal<ReturnType<typeof listing.emailChange.get>["data"], EmailChange | null>>();
holds<Equal<typeof listing.accounts, Store<NonNullable<typeof accounts.data>, CommonCode>>>();
holds<Equal<NonNullable<ReturnType<typeof listing.session.get>["data"]>["user"], User & UsernameUser>>();
// @ts-expect-error the store belongs to a plugin
client.sessions;

// The store and the options agree on the session type.
holds<Equal<ReturnType<typeof client.session.get>["data"], typeof client.$.session | null>>();
createAuthClient({ plugins: [usernameClient()], initialSession: seen.data });
// @ts-expect-error a session is not a string
createAuthClient({ initialSession: "" });
// @ts-expect-error there is no such option
createAuthClient({ baseUrl: "" });

// A route table equals the server's: no line is missing, extra or different.
type SignInEndpoints = Pick<UsernameEndpoints, "signIn">;
type UsernameRoutes = RouteTable<SignInEndpoints>;
({ signIn: { username: "POST /sign-in/username" } }) satisfies UsernameRoutes;
// @ts-expect-error a line is missing
({ signIn: {} }) satisfies UsernameRoutes;
// @ts-expect-error a group is missing
({}) satisfies UsernameRoutes;
// @ts-expect-error a line is extra
({ signIn: { username: "POST /sign-in/username", usernames: "POST /sign-in/usernames" } }) satisfies UsernameRoutes;
// @ts-expect-error the path differs
({ signIn: { username: "POST /sign-in/user-name" } }) satisfies UsernameRoutes;
// @ts-expect-error the method differs
({ signIn: { username: "GET /sign-in/username" } }) satisfies UsernameRoutes;

// A plugin's browser half is checked in the same way, and refreshes after calls that exist.
interface SignInTypes extends PluginTypes {
  readonly endpoints: SignInEndpoints;
}
const declare = clientPlugin<SignInTypes>;
holds<Equal<CallName<UsernameEndpoints>, "signIn.username" | "isUsernameAvailable">>();
declare({ id: "username", routes: { signIn: { username: "POST /sign-in/username" } } });
declare({ id: "username", routes: { signIn: { username: "POST" } } });
// @ts-expect-error the method alone has drifted
declare({ id: "username", routes: { signIn: { username: "GET" } } });
// @ts-expect-error the path differs
declare({ id: "username", routes: { signIn: { username: "POST /sign-in/name" } } });
// @ts-expect-error a route is missing
declare({ id: "username", routes: { signIn: {} } });
// @ts-expect-error a route that the server does not have
declare({ id: "username", routes: { signIn: { username: "POST /sign-in/username", name: "POST /sign-in/name" } } });
// @ts-expect-error the method has drifted
declare({ id: "username", routes: { signIn: { username: "GET /sign-in/username" } } });
declare({
  id: "username",
  routes: { signIn: { username: "POST /sign-in/username" } },
  // @ts-expect-error there is no such call
  refreshes: { session: ["signIn.name"] },
});

// Types that name an unknown member make no client half.
interface MisspeltTypes extends PluginTypes {
  readonly store: AccountListTypes["stores"];
}
// @ts-expect-error `PluginTypes` has no member of this name
clientPlugin<MisspeltTypes>({ id: "misspelt", routes: {} });

// A field of sign-up that is no column.
interface CodeTypes extends PluginTypes {
  readonly signUpFields: { readonly code: ValidationSchema<string> };
  readonly errorCode: "WRONG_CODE";
}
const invited = createAuthClient({ plugins: [clientPlugin<CodeTypes>({ id: "codes", routes: {} })] });
invited.signUp.email({ name: "", email: "", password: "", code: "" }).then(({ error }) => {
  if (error) holds<"WRONG_CODE" extends typeof error.code ? true : false>();
});
// @ts-expect-error the field is missing
invited.signUp.email({ name: "", email: "", password: "" });
// @ts-expect-error only sign-up takes a code
invited.updateUser({ code: "" });

// Stores read the route of their endpoint, and refresh after calls that exist.
const declareStores = clientPlugin<AccountListTypes>;
const stores = {
  sessions: "GET /list-sessions",
  accounts: "GET /list-accounts",
  emailChange: "GET /get-email-change",
} as const;
const routes = { getEmailChange: "GET /get-email-change" } as const;
declareStores({ id: "lists", routes, stores, refreshes: { sessions: ["revokeSession"], session: ["signOut"] } });
// @ts-expect-error the path differs
declareStores({ id: "lists", routes, stores: { ...stores, accounts: "GET /accounts" } });
// @ts-expect-error a store is missing
declareStores({ id: "lists", routes, stores: { sessions: "GET /list-sessions" } });
// @ts-expect-error there is no such call
declareStores({ id: "lists", routes, stores, refreshes: { sessions: ["revoke"] } });
// @ts-expect-error there is no such store
declareStores({ id: "lists", routes, stores, refreshes: { session: [], users: ["signOut"] } });
