// @vitest-environment jsdom

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCookieJar } from "@keyhold/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { home } from "./differences/old.ts";
import { openOurs } from "./differences/ours.ts";
import { ada, password } from "./differences/seed.ts";
import { useStage } from "./differences/stage.ts";
import type { Server } from "./differences/world.ts";

/** better-auth's own React clients at Keyhold's server, over the database made by better-auth 1.2.12. */

interface Result<T> {
  readonly data: T | null;
  readonly error: unknown;
}
type Call<T> = (input?: object) => Promise<Result<T>>;

/** The used parts of a client, the same in all versions. */
interface OldClient {
  readonly signIn: { readonly email: Call<{ readonly user: { readonly id: string } }> };
  readonly signOut: Call<unknown>;
  readonly updateUser: Call<unknown>;
  readonly listAccounts: Call<readonly unknown[]>;
  readonly organization: {
    readonly list: Call<readonly { readonly slug: string }[]>;
    readonly setActive: Call<unknown>;
  };
  readonly useSession: () => Result<{ readonly user: { readonly name: string } }> & { readonly isPending: boolean };
  readonly useActiveOrganization: () => Result<{ readonly name: string }>;
}
interface Modules {
  createAuthClient(options: object): OldClient;
  organizationClient(): object;
}

type Load = (path: "react" | "client/plugins") => Promise<Modules>;

const inBench = createRequire(join(import.meta.dirname, "../../bench/package.json"));

const versions: readonly (readonly [string, Load])[] = [
  ["1.2.12", (path) => import(/* @vite-ignore */ `better-auth/${path}`)],
  ["1.7", (path) => import(/* @vite-ignore */ pathToFileURL(inBench.resolve(`better-auth/${path}`)).href)],
];

const stage = useStage();
let server: Server;

afterEach(async () => {
  cleanup();
  await server.close();
});

/** A client in a browser with the cookies of better-auth's server. */
function openClient({ createAuthClient, organizationClient }: Modules): OldClient {
  const jar = createCookieJar({ url: home });
  jar.accept(Object.entries(stage.seed.adaCookies).map(([name, value]) => `${name}=${value}; Path=/`));
  const customFetchImpl = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init?.headers);
    headers.set("origin", home);
    const cookie = jar.header(url);
    if (cookie) headers.set("cookie", cookie);
    const { method, body } = init ?? {};
    const response = await server.handler(new Request(url, { method, body, headers }));
    jar.accept(response, url);
    return response;
  };
  return createAuthClient({
    baseURL: home,
    fetchOptions: { customFetchImpl },
    plugins: [organizationClient()],
  });
}

describe.each(versions)("better-auth's React client %s", (_, load) => {
  test("continues with an earlier session, and its hooks follow every call", async () => {
    server = await openOurs(stage.seed.copy(), {}, stage.idp.fetch);
    const { createAuthClient } = await load("react");
    const { organizationClient } = await load("client/plugins");
    // Not awaited: the client of 1.2.12 takes every property for a route, `then`, too.
    const client = openClient({ createAuthClient, organizationClient });
    function Greeting() {
      const { data, isPending } = client.useSession();
      const { data: organization } = client.useActiveOrganization();
      const signedIn = data && `${data.user.name} at ${organization?.name ?? "none"}`;
      return createElement("p", null, isPending ? "pending" : (signedIn ?? "signed out"));
    }
    render(createElement(Greeting));
    await screen.findByText("Ada at Acme");
    expect((await client.updateUser({ name: "Ada L." })).error).toBe(null);
    await screen.findByText("Ada L. at Acme");
    expect((await client.organization.list()).data).toMatchObject([{ slug: "acme" }]);
    expect((await client.listAccounts()).data).toHaveLength(1);
    expect((await client.signOut()).error).toBe(null);
    await screen.findByText("signed out");
    expect((await client.signIn.email({ email: ada, password })).data?.user.id).toBe(stage.seed.adaId);
    await screen.findByText("Ada L. at none");
    const { organizationId } = stage.seed;
    expect((await client.organization.setActive({ organizationId })).error).toBe(null);
    await screen.findByText("Ada L. at Acme");
  });
});
