import type { Auth } from "./auth.js";
import type { Endpoint } from "./endpoint.js";
import type { User } from "./model/models.js";
import type { Plugin } from "./plugin.js";

/** What must not compile. Nothing here runs: the type checker is the test. */

type Greet = Endpoint<"POST /sign-in/greet", { word: string }, { user: User }, "NO", "nothing else">;
type Names = Plugin<
  { readonly signIn: { readonly greet: Greet } },
  { readonly nickname: string | null },
  { nickname?: string },
  "NICKNAME_IS_TAKEN"
>;

export async function callsOfTheCore({ api, $ }: Auth): Promise<void> {
  await api.signIn.email({ email: "a@b.co", password: "x" });
  // @ts-expect-error a field is missing
  await api.signIn.email({ email: "a@b.co" });
  // @ts-expect-error a field of another type
  await api.signIn.email({ email: "a@b.co", password: 5 });
  // @ts-expect-error a field that nobody reads
  await api.signIn.email({ email: "a@b.co", password: "x", remember: true });
  // @ts-expect-error an input that is needed
  await api.signIn.email();
  // @ts-expect-error no such call
  await api.signIn.phone({});
  // @ts-expect-error a page is visited, not called
  await api.error({});
  await api.signOut();
  await api.ok({}, { headers: new Headers() });

  const session = await api.getSession();
  // @ts-expect-error there may be no session
  session.user;
  const signedUp = await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x" });
  // @ts-expect-error whoever is not signed in at sign-up has no token
  signedUp.token.length;
  // @ts-expect-error without the plugin there is no such column
  signedUp.user.nickname;
  // @ts-expect-error without the plugin there is no such input
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: "ann" });
  // @ts-expect-error secrets are no columns of what is shown
  $.user.password;
}

export async function callsOfPlugins({ api, $ }: Auth<readonly [Names]>): Promise<void> {
  const answer = await api.signIn.greet({ word: "hello" });
  answer.user.nickname?.toUpperCase();
  // @ts-expect-error the input is the plugin's
  await api.signIn.greet({ words: "hello" });
  // @ts-expect-error a column that may be null
  $.user.nickname.toUpperCase();
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: "ann" });
  // @ts-expect-error the plugin's input has its type
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: 5 });
  await api.updateUser({ name: "Ann", nickname: "ann" });
  await api.updateUser({ nickname: null });
  // @ts-expect-error the plugin's input has its type there, too
  await api.updateUser({ nickname: 5 });
  // @ts-expect-error null clears a column that there is, and sign-up has nothing to clear
  await api.signUp.email({ name: "Ann", email: "a@b.co", password: "x", nickname: null });
  // @ts-expect-error only sign-up and update-user take the columns of the user
  await api.signIn.email({ email: "a@b.co", password: "x", nickname: "ann" });
}

export function nothingIsChanged(auth: Auth): void {
  // @ts-expect-error an auth is finished when it is made
  auth.handler = async () => new Response();
  // @ts-expect-error so are its errors
  auth.errors.set("X", { status: 400, message: "x" });
}
