// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { createAuthClient } from "./client.js";
import { accountLists } from "./index.js";

let server: AuthServer;
let client: Client;
let person: ReturnType<typeof newPerson>;
let complaints: unknown[][];

const newClient = (fetch: typeof globalThis.fetch) =>
  createAuthClient({ baseURL: server.url, fetch, plugins: [accountLists()], retry: 0 });
type Client = ReturnType<typeof newClient>;

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(async () => {
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
  client = newClient(server.browser());
  person = newPerson();
  await client.signUp.email(person);
});
afterEach(async () => {
  cleanup();
  await settled();
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
afterAll(() => server.close());

const reads = (route: string, since: number): number =>
  server.requests.slice(since).filter((one) => one === `GET /${route}`).length;

/** The number of sessions, and the providers of the accounts. */
function Account({ onRender }: { onRender?: () => void }) {
  const sessions = client.useSessions();
  const accounts = client.useAccounts();
  onRender?.();
  if (sessions.isPending || accounts.isPending) return <p>Looking</p>;
  if (sessions.error) {
    return (
      <button type="button" onClick={sessions.refetch}>
        {sessions.error.code}
      </button>
    );
  }
  return (
    <p>
      {sessions.data?.length} by {accounts.data?.map(({ providerId }) => providerId).join()}
    </p>
  );
}

/** Records each rendered value. */
function Count({ seen }: { seen: unknown[] }) {
  seen.push(client.useSessions().data);
  return null;
}

test("many components, mounted twice by StrictMode, cost one request for each list", async () => {
  const since = server.requests.length;
  const places = [...Array(50).keys()];
  render(
    <StrictMode>
      {places.map((place) => (
        <Account key={place} />
      ))}
    </StrictMode>,
  );
  expect(screen.getAllByText("Looking")).toHaveLength(50);
  await waitFor(() => expect(screen.getAllByText("1 by credential")).toHaveLength(50));
  await settled();
  expect([reads("list-sessions", since), reads("list-accounts", since)]).toEqual([1, 1]);
});

test("a component updates after calls that change its list", async () => {
  const other = newClient(server.browser());
  await other.signIn.email({ email: person.email, password: person.password });
  render(<Account />);
  await screen.findByText("2 by credential");
  await act(() => client.revokeOtherSessions());
  await screen.findByText("1 by credential");
});

test("a read without a change renders no component", async () => {
  const onRender = vi.fn();
  render(<Account onRender={onRender} />);
  await screen.findByText("1 by credential");
  onRender.mockClear();
  await act(() => client.sessions.refetch());
  expect(onRender).not.toHaveBeenCalled();
});

test("a failure is shown with its code, and refetch reads again", async () => {
  server.failNext({ status: 500, body: '{"code":"INTERNAL_SERVER_ERROR","message":"Internal Server Error"}' });
  render(<Account />);
  const button = await screen.findByText("INTERNAL_SERVER_ERROR");
  act(() => button.click());
  await screen.findByText("1 by credential");
});

test("a component that mounts after another user has signed in sees no data of the previous user", async () => {
  const { unmount } = render(<Account />);
  await screen.findByText("1 by credential");
  unmount();
  await settled();
  const seen: unknown[] = [];
  await client.signOut();
  await client.signUp.email(newPerson());
  render(<Count seen={seen} />);
  await waitFor(() => expect(seen.at(-1)).toHaveLength(1));
  expect(seen[0]).toBeNull();
});

test("a server renders pending, sends no request and logs no warning", () => {
  const since = server.requests.length;
  vi.stubGlobal("window", undefined);
  expect(renderToString(<Account />)).toBe("<p>Looking</p>");
  vi.unstubAllGlobals();
  expect(server.requests.length).toBe(since);
});
