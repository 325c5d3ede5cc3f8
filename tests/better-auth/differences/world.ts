import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { type Answer, Browser } from "../../harness/browser.ts";
import { ada, password, type Seed } from "./seed.ts";

export interface SentEmail {
  /** As Keyhold calls it. */
  readonly kind: string;
  readonly to: string;
  readonly url: string;
  readonly token: string;
}

/** A server without a socket. */
export interface Server {
  readonly name: "better-auth" | "keyhold";
  readonly baseURL: string;
  readonly handler: (request: Request) => Promise<Response>;
  readonly emails: readonly SentEmail[];
  /** Resolves when every email has left. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface WorldOptions {
  readonly server: Server;
  readonly seed: Pick<Seed, "adaCookies" | "adaId" | "benId" | "organizationId" | "invitationId">;
  /** The server's database file. */
  readonly place: string;
  readonly isKept: boolean;
  readonly known: Readonly<Record<string, string>>;
  /** Answers for every provider. */
  readonly idp: IdentityProvider;
}

/** A server over a copy of the database made by better-auth 1.2.12, and actions for tests. */
export class World {
  readonly server: Server;
  readonly seed: WorldOptions["seed"];
  /** True for Keyhold with the remedy. */
  readonly isKept: boolean;
  /** The results of the actions before the switch. */
  readonly known: Readonly<Record<string, string>>;
  readonly idp: IdentityProvider;
  private readonly file: DatabaseSync;

  constructor({ server, seed, place, isKept, known, idp }: WorldOptions) {
    this.idp = idp;
    this.server = server;
    this.seed = seed;
    this.isKept = isKept;
    this.known = known;
    this.file = new DatabaseSync(place);
  }

  browser(cookies: Readonly<Record<string, string>> = {}): Browser {
    const browser = new Browser(this.server.handler, this.server.baseURL);
    for (const [name, value] of Object.entries(cookies)) browser.jar.set(name, value);
    return browser;
  }

  /** Ada's browser, signed in at better-auth. */
  ada(): Browser {
    return this.browser(this.seed.adaCookies);
  }

  async signedIn(email = ada): Promise<Browser> {
    const browser = this.browser();
    const { status, text } = await browser.post("/sign-in/email", { email, password });
    if (status !== 200) throw new Error(`${email} does not sign in: ${status} ${text}`);
    return browser;
  }

  /** The kinds of emails to an address, oldest first. */
  async emailsTo(email: string): Promise<readonly string[]> {
    await this.server.idle();
    return this.server.emails.filter(({ to }) => to === email).map(({ kind }) => kind);
  }

  async lastEmail(kind: string): Promise<SentEmail> {
    await this.server.idle();
    const found = this.server.emails.findLast((email) => email.kind === kind);
    if (!found) throw new Error(`No ${kind} was sent.`);
    return found;
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.file.prepare(sql).run(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Record<string, unknown>[] {
    return this.file.prepare(sql).all(...values);
  }

  async close(): Promise<void> {
    this.file.close();
    await this.server.close();
  }
}

/** Status and code, e.g. "403 INVALID_ORIGIN". */
export const outcome = ({ status, body }: Answer): string => [status, body?.code ?? []].flat().join(" ");

/** The email address of the signed-in user; null without one. */
export const whoIs = async (browser: Browser): Promise<unknown> =>
  (await browser.get("/get-session")).body?.user?.email ?? null;

/** Where the link of an email leads, below `/api/auth`. */
export function pathIn({ url }: Pick<SentEmail, "url">): string {
  const { pathname, search } = new URL(url);
  return pathname.slice("/api/auth".length) + search;
}

export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
