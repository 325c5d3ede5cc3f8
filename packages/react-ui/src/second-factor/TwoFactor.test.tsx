// @vitest-environment jsdom
import { passkeyClient } from "@keyhold/passkey/client";
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { AuthUI } from "../auth-ui.js";
import type { AnyAuthClient } from "../client.js";
import { TwoFactor } from "./TwoFactor.js";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer("", [publicOptions()]);
});
afterAll(() => server.close());
afterEach(cleanup);

const options = () => ({ baseURL: server.url, fetch: server.browser(), retry: 0 });

/** Shows the screen at a query; answers the paths that it has gone to. */
function show(client: AnyAuthClient, query: string): readonly string[] {
  const visited: string[] = [];
  history.replaceState(null, "", `/two-factor?${query}`);
  render(
    <AuthUI client={client} navigate={(url) => void visited.push(url)}>
      <TwoFactor />
    </AuthUI>,
  );
  return visited;
}

test("a client without twoFactorClient() asks for the passkey alone", async () => {
  const client = createAuthClient({ ...options(), plugins: [publicOptionsClient(), passkeyClient()] });
  const visited = show(client, "methods=passkey,totp,backup-code");
  await screen.findByRole("heading", { level: 2, name: "Passkey" });
  expect(screen.getByRole("button", { name: /^Use a passkey/ }).hasAttribute("disabled")).toBe(false);
  expect(screen.queryByRole("button", { name: "Use your authenticator app" })).toBe(null);
  expect(visited).toEqual([]);
});

test.each(["", "methods=phone-number-email", "methods=totp"])(
  "a sign-in without a method that the screens know begins again: ?%s",
  async (methods) => {
    const client = createAuthClient({ ...options(), plugins: [publicOptionsClient(), passkeyClient()] });
    const visited = show(client, `${methods}&redirect=/orders`);
    await waitFor(() => expect(visited).toContain("/sign-in?redirect=%2Forders"));
    expect(screen.queryByRole("heading")).toBe(null);
  },
);

test("a client with twoFactorClient() asks for the code of a known method beside an unknown method", async () => {
  const client = createAuthClient({ ...options(), plugins: [publicOptionsClient(), twoFactorClient()] });
  const visited = show(client, "methods=phone-number-email,totp");
  await screen.findByRole("heading", { level: 2, name: "Code from your app" });
  expect(visited).toEqual([]);
});
