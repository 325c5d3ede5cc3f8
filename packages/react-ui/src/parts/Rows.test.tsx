// @vitest-environment jsdom
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { definePlugin, type PluginTypes } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { AdminUsers } from "../admin/AdminUsers.js";
import { AuthUI } from "../auth-ui.js";
import { OrganizationList } from "../organization/OrganizationList.js";
import { Rows } from "./Rows.js";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const likeDate = "2026-01-02T03:04:05.678Z";

const administrators = definePlugin<PluginTypes>({
  id: "administrators",
  hooks: { "user.create": (draft) => ({ ...draft, role: "admin" }) },
});

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer("", [publicOptions(), admin(), organization(), administrators]);
});
afterAll(() => server.close());

const clientOf = (fetch: typeof globalThis.fetch) =>
  createAuthClient({
    baseURL: server.url,
    fetch,
    plugins: [publicOptionsClient(), adminClient(), organizationClient()],
    retry: 0,
  });

/** The browser of a user of two organizations. The names of another user and of an organization are `likeDate`. */
async function openLists(): Promise<typeof globalThis.fetch> {
  await clientOf(server.browser()).signUp.email({ ...newPerson(), name: likeDate });
  const fetch = server.browser();
  const client = clientOf(fetch);
  await client.signUp.email({ ...newPerson(), name: "Ann" });
  await client.organization.create({ name: likeDate, slug: newSlug() });
  await client.organization.create({ name: "Teas", slug: newSlug() });
  return fetch;
}

const newSlug = (): string => `slug-${crypto.randomUUID()}`;

const show = (fetch: typeof globalThis.fetch, children: ReactNode): void =>
  void render(<AuthUI client={clientOf(fetch)}>{children}</AuthUI>);

test("a name in the form of a date is shown in the lists of users and of organizations", async () => {
  const fetch = await openLists();
  show(fetch, <AdminUsers />);
  expect(await screen.findAllByText(likeDate)).toBeTruthy();
  cleanup();
  show(fetch, <OrganizationList />);
  expect(await screen.findAllByText(likeDate)).toBeTruthy();
});

test("a value of a wrong type is missing in its row alone", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fetch = await openLists();
  /** A server of another version, which has an object for a name. */
  const wrong: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    return new Response(text.replaceAll(`"name":"${likeDate}"`, '"name":{"first":"Bob"}'), response);
  };
  show(wrong, <AdminUsers />);
  expect(await screen.findAllByText("Ann")).toBeTruthy();
  expect(screen.getAllByText("This entry cannot be shown.")).toBeTruthy();
  cleanup();
  show(wrong, <OrganizationList />);
  expect(await screen.findByText("Teas")).toBeTruthy();
  expect(screen.getAllByText("This entry cannot be shown.")).toBeTruthy();
  expect(complaints).toHaveBeenCalled();
});

test("an entry that could not be shown is shown as soon as its data is right", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const client = clientOf(server.browser());
  const list = (name: unknown) => (
    <AuthUI client={client}>
      <ul>
        <Rows of={[{ id: "1", name }]}>{(item) => <li>{item.name as string}</li>}</Rows>
      </ul>
    </AuthUI>
  );
  const { rerender } = render(list({ first: "Bob" }));
  expect(screen.getByText("This entry cannot be shown.")).toBeTruthy();
  rerender(list("Bob"));
  expect(screen.getByText("Bob")).toBeTruthy();
  expect(screen.queryByText("This entry cannot be shown.")).toBe(null);
});
