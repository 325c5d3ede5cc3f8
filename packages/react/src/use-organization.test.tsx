// @vitest-environment jsdom
import { organization } from "@keyhold/organization";
import { can, organizationClient, organizationRoles } from "@keyhold/organization/client";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { createAuthClient } from "./client.js";

let server: AuthServer;
let client: Client;

const newClient = (fetch: typeof globalThis.fetch) =>
  createAuthClient({ baseURL: server.url, fetch, plugins: [organizationClient()], retry: 0 });
type Client = ReturnType<typeof newClient>;

beforeAll(async () => {
  server = await startAuthServer("", [organization()]);
});
beforeEach(async () => {
  client = newClient(server.browser());
  await client.signUp.email(newPerson());
});
afterEach(async () => {
  cleanup();
  await settled();
});
afterAll(() => server.close());

let made = 0;
async function found(name: string): Promise<string> {
  made += 1;
  const { data } = await client.organization.create({ name, slug: `acme-${made}` });
  return data?.id ?? "";
}

const reads = (route: string, since: number): number =>
  server.requests.slice(since).filter((one) => one === `GET /organization/${route}`).length;

/** The active organization, the user's role, and the other organizations. */
function Switcher() {
  const active = client.useActiveOrganization();
  const all = client.useListOrganizations();
  const me = client.useActiveMember();
  if (active.isPending || all.isPending || me.isPending) return <p>Looking</p>;
  const error = active.error ?? all.error ?? me.error;
  if (error) return <p>{error.code}</p>;
  if (!active.data || !me.data) return <p>nowhere of {all.data?.length}</p>;
  const mayDelete = can(organizationRoles, me.data.role, { organization: ["delete"] });
  return (
    <p>
      {active.data.name} of {all.data?.length} as {me.data.role}
      {mayDelete && ", may delete"}
    </p>
  );
}

test("many components, mounted twice by StrictMode, cost one request for each store", async () => {
  await found("Acme");
  const since = server.requests.length;
  const places = [...Array(50).keys()];
  render(
    <StrictMode>
      {places.map((place) => (
        <Switcher key={place} />
      ))}
    </StrictMode>,
  );
  await waitFor(() => expect(screen.getAllByText("Acme of 1 as owner, may delete")).toHaveLength(50));
  await settled();
  const routes = ["get-full-organization", "list", "get-active-member"];
  expect(routes.map((route) => reads(route, since))).toEqual([1, 1, 1]);

  await act(() => client.organization.update({ data: { name: "Renamed" } }));
  await waitFor(() => expect(screen.getAllByText("Renamed of 1 as owner, may delete")).toHaveLength(50));
  await settled();
  expect(routes.map((route) => reads(route, since))).toEqual([2, 2, 1]);
});

test("a component follows the active organization of its user when it changes and when it is cleared", async () => {
  render(<Switcher />);
  await screen.findByText("nowhere of 0");
  let first = "";
  await act(async () => {
    first = await found("First");
  });
  await screen.findByText("First of 1 as owner, may delete");
  await act(() => found("Second"));
  await screen.findByText("Second of 2 as owner, may delete");
  await act(() => client.organization.setActive({ organizationId: null }));
  await screen.findByText("nowhere of 2");
  await act(() => client.organization.setActive({ organizationId: first }));
  await screen.findByText("First of 2 as owner, may delete");
  await act(() => client.organization.delete({ organizationId: first }));
  await screen.findByText("nowhere of 1");
});
