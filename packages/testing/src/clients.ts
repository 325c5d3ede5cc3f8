import type { AuthClient } from "@keyhold/client";
import type { AnyClientPlugin } from "@keyhold/client/plugin";
import type { Browser } from "./browser.js";
import type { Cookie } from "./cookie-jar.js";

/** A browser, and the client in the browser. */
export interface TestClient<ClientPlugins extends readonly AnyClientPlugin[]> {
  readonly browser: Browser;
  readonly client: AuthClient<ClientPlugins>;
}

/** Options of `visit`. */
export interface VisitOptions {
  /** The IP address that the server sees. Default "203.0.113.7". */
  readonly ipAddress?: string;
}

/** The options of a new client. */
export interface OpenOptions {
  readonly ipAddress: string;
  readonly cookies: readonly Cookie[];
}

type Open<ClientPlugins extends readonly AnyClientPlugin[]> = (given: OpenOptions) => TestClient<ClientPlugins>;

/** The clients of a test auth. */
export interface Clients<ClientPlugins extends readonly AnyClientPlugin[]> {
  /** The first client. */
  readonly guest: TestClient<ClientPlugins>;
  visit(options?: VisitOptions): TestClient<ClientPlugins>;
  copyOf<Client extends TestClient<ClientPlugins>>(client: Client): Client;
  /** The clients of a fork: a copy of each client, with the cookies. */
  fork(open: Open<ClientPlugins>): Clients<ClientPlugins>;
}

interface Opened<ClientPlugins extends readonly AnyClientPlugin[]> {
  readonly client: TestClient<ClientPlugins>;
  readonly ipAddress: string;
}

/** The clients by their browser. In a fork, browsers of the origin lead to their copies. */
type Known<ClientPlugins extends readonly AnyClientPlugin[]> = Map<Browser, Opened<ClientPlugins>>;

/** Makes the clients of a test auth, with a first client. */
export function createClients<ClientPlugins extends readonly AnyClientPlugin[]>(
  open: Open<ClientPlugins>,
  known: Known<ClientPlugins> = new Map(),
): Clients<ClientPlugins> {
  const visit = ({ ipAddress = "203.0.113.7" }: VisitOptions = {}): TestClient<ClientPlugins> => {
    const client = open({ ipAddress, cookies: [] });
    known.set(client.browser, { client, ipAddress });
    return client;
  };
  const [first] = known.values();
  return {
    guest: first?.client ?? visit(),
    visit,
    copyOf: (client) => {
      const copy = known.get(client.browser)?.client;
      if (!copy) throw new Error("copyOf: this client was opened by another test auth, or after the fork.");
      return { ...client, ...copy };
    },
    fork: (openInFork) => createClients(openInFork, copyAll(known, openInFork)),
  };
}

function copyAll<ClientPlugins extends readonly AnyClientPlugin[]>(
  known: Known<ClientPlugins>,
  open: Open<ClientPlugins>,
): Known<ClientPlugins> {
  const copies = new Map<Opened<ClientPlugins>, Opened<ClientPlugins>>();
  const all: Known<ClientPlugins> = new Map();
  for (const [browser, opened] of known) {
    const { client, ipAddress } = opened;
    const { cookies } = client.browser.cookies;
    const copy = copies.get(opened) ?? { client: open({ ipAddress, cookies }), ipAddress };
    copies.set(opened, copy);
    all.set(browser, copy);
  }
  for (const copy of copies.values()) all.set(copy.client.browser, copy);
  return all;
}
