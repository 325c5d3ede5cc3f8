// @vitest-environment jsdom

import { usernameClient } from "@keyhold/username/client";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { createAuthClient } from "./client.js";

let server: AuthServer;
let complaints: unknown[][];

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
});
afterEach(async () => {
  cleanup();
  await settled();
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
afterAll(() => server.close());

const newClient = (options: { initialSession?: null; fetch?: typeof fetch } = {}) =>
  createAuthClient({ baseURL: server.url, fetch: server.browser(), plugins: [usernameClient()], retry: 0, ...options });
type Client = ReturnType<typeof newClient>;

const reads = (since: number): number =>
  server.requests.slice(since).filter((one) => one === "GET /get-session").length;

/** Shows the user, and counts the renders. */
function Greeting({ client, onRender }: { client: Client; onRender?: () => void }) {
  const { data, error, isPending, refetch } = client.useSession();
  onRender?.();
  if (isPending) return <p>Looking</p>;
  if (error) {
    return (
      <button type="button" onClick={refetch}>
        {error.code}
      </button>
    );
  }
  return <p>{data ? `Hello ${data.user.displayUsername ?? data.user.name}` : "Signed out"}</p>;
}

test("a component shows no user, then the signed-in user, then no user again", async () => {
  const client = newClient();
  render(<Greeting client={client} />);
  expect(screen.getByText("Looking")).toBeDefined();
  await screen.findByText("Signed out");
  await act(() => client.signUp.email({ ...newPerson(), username: "Ada_1" }));
  await screen.findByText("Hello Ada_1");
  await act(() => client.signOut());
  await screen.findByText("Signed out");
});

test("many components, mounted twice by StrictMode, cost one request", async () => {
  const client = newClient();
  const places = [...Array(100).keys()];
  const since = server.requests.length;
  render(
    <StrictMode>
      {places.map((place) => (
        <Greeting client={client} key={place} />
      ))}
    </StrictMode>,
  );
  await waitFor(() => expect(screen.getAllByText("Signed out")).toHaveLength(100));
  await settled();
  expect(reads(since)).toBe(1);
});

test("a read without a change renders no component", async () => {
  const client = newClient();
  await client.signUp.email(newPerson());
  const onRender = vi.fn();
  render(<Greeting client={client} onRender={onRender} />);
  await screen.findByText(/^Hello/);
  onRender.mockClear();
  const since = server.requests.length;
  await act(() => client.session.refetch());
  act(() => void window.dispatchEvent(new Event("online")));
  await settled();
  expect(reads(since)).toBe(2);
  expect(onRender).not.toHaveBeenCalled();
});

test("a component that mounts later has the session at once, without a request", async () => {
  const client = newClient();
  const { rerender } = render(<Greeting client={client} key="first" />);
  await screen.findByText("Signed out");
  const since = server.requests.length;
  rerender(
    <>
      <Greeting client={client} key="first" />
      <Greeting client={client} key="second" />
    </>,
  );
  expect(screen.getAllByText("Signed out")).toHaveLength(2);
  await settled();
  expect(reads(since)).toBe(0);
});

test("an unmounted component gets no update, and its request is aborted", async () => {
  let aborted = 0;
  const answers: typeof fetch = (_, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => {
        aborted += 1;
        reject(init.signal?.reason);
      });
    });
  const client = newClient({ fetch: answers });
  const onRender = vi.fn();
  const { unmount } = render(<Greeting client={client} onRender={onRender} />);
  await settled();
  unmount();
  await settled();
  expect(aborted).toBe(1);
  expect(onRender).toHaveBeenCalledOnce();
});

test("a failure is shown with its code, and refetch reads again", async () => {
  server.failNext("disconnect");
  const client = newClient();
  render(<Greeting client={client} />);
  const button = await screen.findByText("NETWORK_ERROR");
  act(() => button.click());
  await screen.findByText("Signed out");
});

test("a session that is known at the start is shown at once", async () => {
  const since = server.requests.length;
  const client = newClient({ initialSession: null });
  render(<Greeting client={client} />);
  expect(screen.getByText("Signed out")).toBeDefined();
  await settled();
  expect(reads(since)).toBe(0);
});
