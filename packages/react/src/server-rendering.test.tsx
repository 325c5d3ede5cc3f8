// @vitest-environment jsdom
import type { SessionOf } from "@keyhold/client";
import { act, cleanup, render } from "@testing-library/react";
import { useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { createAuthClient, type ReactAuthClient } from "./client.js";
import { type KnownSession, SessionProvider } from "./session-provider.js";

let server: AuthServer;
let complaints: unknown[][];
let session: SessionOf<readonly []>;
let browser: typeof fetch;
const roots: Root[] = [];

beforeAll(async () => {
  server = await startAuthServer();
  browser = server.browser();
  const client = newClient();
  await client.signUp.email({ ...newPerson(), name: "Ada" });
  const { data } = await client.getSession();
  if (!data) throw new Error("The session of these tests is missing.");
  session = data;
});
beforeEach(() => {
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
});
afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
afterAll(() => server.close());

const newClient = (initialSession?: SessionOf<readonly []> | null): ReactAuthClient =>
  createAuthClient({ baseURL: server.url, fetch: browser, initialSession });

function Greeting({ client }: { client: ReactAuthClient }) {
  const { data, isPending } = client.useSession();
  if (isPending) return <p>Looking</p>;
  return <p>{data ? `Hello ${data.user.name}, ${data.user.createdAt.getFullYear()}` : "Signed out"}</p>;
}

function ObservedGreeting({ client }: { client: ReactAuthClient }) {
  useEffect(() => client.session.hydrate(session), [client]);
  return <Greeting client={client} />;
}

/** Renders as a server does, without `window`. */
function renderOnServer(client: ReactAuthClient): string {
  vi.stubGlobal("window", undefined);
  const html = renderToString(<Greeting client={client} />);
  vi.unstubAllGlobals();
  return html;
}

async function hydrate(html: string, app: React.ReactNode): Promise<HTMLElement> {
  const container = document.createElement("div");
  container.innerHTML = html;
  await act(async () => {
    roots.push(hydrateRoot(container, app, { onRecoverableError: (error) => void complaints.push([error]) }));
  });
  return container;
}
const hello = (): string => `<p>Hello Ada, ${session.user.createdAt.getFullYear()}</p>`;

test("a server without a session renders pending, sends no request and logs no warning", () => {
  const since = server.requests.length;
  expect(renderOnServer(newClient())).toBe("<p>Looking</p>");
  expect(server.requests.length).toBe(since);
});

test("a browser hydrates pending, and then reads", async () => {
  const container = await hydrate(renderOnServer(newClient()), <Greeting client={newClient()} />);
  await expect.poll(() => container.innerHTML).toBe(hello());
});

test("a server with a session renders it, and a browser with `initialSession` hydrates it without a request", async () => {
  const html = renderOnServer(newClient(session));
  expect(html.replaceAll("<!-- -->", "")).toBe(hello());
  const since = server.requests.length;
  const handedOver = JSON.parse(JSON.stringify(session));
  const container = await hydrate(html, <Greeting client={newClient(handedOver)} />);
  expect(container.innerHTML).toBe(html);
  expect(server.requests.length).toBe(since);
});

test("a client for the whole app is hydrated in an effect, and sends no request", async () => {
  const since = server.requests.length;
  const container = await hydrate(renderOnServer(newClient()), <ObservedGreeting client={newClient()} />);
  expect(container.innerHTML).toBe(hello());
  await settled();
  expect(server.requests.length).toBe(since);
});

test("a client that requests share on a server cannot be hydrated with a session", () => {
  const shared = newClient();
  vi.stubGlobal("window", undefined);
  shared.session.hydrate(session);
  vi.unstubAllGlobals();
  expect(shared.session.get().data).toBeNull();
  expect(renderOnServer(shared)).toBe("<p>Looking</p>");
});

describe("a SessionProvider", () => {
  const provided = (client: ReactAuthClient, known: KnownSession | null) => (
    <SessionProvider session={known}>
      <Greeting client={client} />
    </SessionProvider>
  );

  function renderProvided(client: ReactAuthClient, known: KnownSession | null): string {
    vi.stubGlobal("window", undefined);
    const html = renderToString(provided(client, known));
    vi.unstubAllGlobals();
    return html;
  }

  test.each<[string, () => KnownSession | null, () => string]>([
    ["a session", () => session, () => hello()],
    ["no session", () => null, () => "<p>Signed out</p>"],
  ])("renders %s on a server with a shared client, and the browser sends no request", async (_, known, expected) => {
    const html = renderProvided(newClient(), known());
    expect(html.replaceAll("<!-- -->", "")).toBe(expected());
    const since = server.requests.length;
    const container = await hydrate(html, provided(newClient(), known()));
    expect(container.innerHTML).toBe(html);
    await settled();
    expect(server.requests.length).toBe(since);
  });

  test("replaces the session of the store by a new one, and a component that mounts later restores none", async () => {
    const client = newClient();
    const { rerender, container } = render(provided(client, session));
    expect(container.innerHTML).toBe(hello());
    rerender(provided(client, null));
    expect(container.innerHTML).toBe("<p>Signed out</p>");
    act(() => client.session.hydrate(session));
    rerender(
      <SessionProvider session={null}>
        <Greeting key="another" client={client} />
      </SessionProvider>,
    );
    expect(container.innerHTML).toBe(hello());
    cleanup();
  });
});
