import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { type AnonymousEvent, type AnonymousOptions, anonymous } from "@keyhold/anonymous";
import { anonymousClient } from "@keyhold/anonymous/client";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { defineModel, definePlugin, type HookContext, id, sessionModel, text, userModel } from "@keyhold/core/plugin";
import { type Browser, createBrowser, createTestAuth } from "@keyhold/testing";

export const password = "correct horse battery staple";
export const email = "ada@example.com";

/** A table of the app: what a guest has put in the cart. */
export const cartModel = defineModel("cart", {
  id: id(),
  userId: text().references(userModel),
  item: text(),
});

/** The app's part: the table, and the hook that moves the cart. `merge.fails`: the hook fails. */
export function shop() {
  const merge = { fails: false, calls: 0 };
  const plugin = definePlugin({
    id: "shop",
    models: [cartModel],
    hooks: {
      async "anonymous.merge"({ guest, user }: { guest: { id: string }; user: { id: string } }, ctx: HookContext) {
        merge.calls += 1;
        const rows = await ctx.db.list(cartModel, { userId: guest.id }, { orderBy: "id", limit: 100 });
        for (const row of rows) await ctx.db.update(cartModel, row.id, { userId: user.id });
        if (merge.fails) throw new Error("The cart could not be moved.");
      },
    },
  });
  return { merge, plugin };
}

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<AnonymousOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

/** An auth with guests, administrators and a table of the app. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const { merge, plugin } = shop();
  const fixture = createTestAuth({
    plugins: [anonymous(options), admin(), plugin],
    clientPlugins: [anonymousClient(), adminClient()],
    config: { ...config, ...(database && { database }) },
  });
  type Visit = ReturnType<typeof fixture.visit>;

  /** A browser with the session of a guest, and an item in the cart. */
  async function visitAsGuest(visit: Visit = fixture.visit()) {
    const { data, error } = await visit.client.signIn.anonymous({});
    if (!data || !("user" in data)) throw new Error(error?.code ?? "More was asked.");
    await fixture.db.insert(cartModel, { userId: data.user.id, item: "tea" });
    return { ...visit, guest: data.user };
  }
  /** Another browser with the cookies of a browser, as an attacker has planted or copied them. */
  const copyCookies = ({ browser }: Pick<Visit, "browser">): Browser =>
    createBrowser(fixture.auth, {
      baseURL: "https://app.example.com",
      now: fixture.clock.now,
      // An attacker sends them also after their end.
      cookies: browser.cookies.cookies.map((cookie) => ({ ...cookie, expiresAt: null })),
    });
  const users = () => fixture.db.list(userModel, {}, { orderBy: "id", limit: 100 });
  const sessionsOf = (userId: string) => fixture.db.count(sessionModel, { userId });
  const cartOf = async (userId: string): Promise<readonly string[]> =>
    (await fixture.db.list(cartModel, { userId }, { orderBy: "id", limit: 100 })).map(({ item }) => item);
  const signedInAs = async ({ client }: Pick<Visit, "client">) =>
    (await client.getSession({ query: { disableCookieCache: true } } as never)).data?.user ?? null;
  const told = (type: AnonymousEvent["type"]) =>
    fixture.events.filter((event) => (event.type as string) === type).length;

  return { ...fixture, merge, visitAsGuest, copyCookies, users, sessionsOf, cartOf, signedInAs, told };
}

export type Fixture = ReturnType<typeof open>;
