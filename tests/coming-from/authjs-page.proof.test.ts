import { pathToFileURL } from "node:url";
import { createBrowser } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { type AuthjsSample, makeAuthjsSample, password, type Switchable } from "./authjs-sample.ts";
import { signInBy, signInWith, userIdOf } from "./ours.ts";
import { saveGuide } from "./page-files.ts";

/** The files of the guide as a reader saves and runs them, on PostgreSQL, where ids are numbers. */

const services = inject("services");
const guide = ["docs/coming-from-authjs.md", "docs/coming-from-authjs/sessions.md"];
const origin = "https://app.example.com";

describe.skipIf(!services.postgres)("the files of the page", () => {
  let fresh: FreshDatabase;
  let idp: IdentityProvider;
  let sample: AuthjsSample;
  /** A folder for each process of the reader. */
  let pages: readonly ReturnType<typeof saveGuide>[];
  const app: Switchable = { handler: async () => new Response() };
  const reports: unknown[] = [];
  const newBrowser = () => createBrowser({ handler: (request) => app.handler(request) }, { baseURL: origin });
  const load = (page: number, file: string) => import(pathToFileURL(`${pages[page]?.folder}/${file}`).href);

  beforeAll(async () => {
    fresh = await freshDatabase("postgres", services);
    idp = await startIdentityProvider();
    sample = await makeAuthjsSample({ database: fresh, idp, origin, app });
    pages = Array.from({ length: 3 }, () => saveGuide(...guide));
    vi.stubEnv("DATABASE_URL", fresh.place);
    vi.stubEnv("KEYHOLD_SECRET", "of Keyhold, for tests only: 3e9d5a0c7b8f1426");
    vi.stubEnv("OLD_SESSION_SECRET", "of the hand-over: c5a1e8b3902d7f64");
    vi.stubEnv("AUTH_GOOGLE_ID", idp.clientId);
    vi.stubEnv("AUTH_GOOGLE_SECRET", idp.clientSecret);
    const send = globalThis.fetch;
    const { origin: ofProvider, fetch: translated } = idp;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
      url.startsWith(ofProvider) ? send(url, init) : translated(url, init),
    );
    vi.spyOn(console, "log").mockImplementation((report) => void reports.push(report));
    await load(0, "move.ts");
    await load(1, "move.ts");
    app.handler = (await load(2, "app.ts")).handler;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    const { auth, database } = await load(2, "auth.ts");
    await auth.idle();
    await database.close();
    await idp.stop();
    for (const page of pages) page.remove();
    await fresh.drop();
  });

  test("take over the users once, and print what they did", async () => {
    const { otherEve, noAddress, eli } = sample.ids;
    const rejected = [
      { id: otherEve, email: "Eve@example.com", reason: "USER_ALREADY_EXISTS" },
      { id: noAddress, email: "", reason: "INVALID_EMAIL" },
    ];
    const leftOut = [{ id: eli, columns: ["image"] }];
    expect(reports).toEqual([
      { users: 6, accounts: 2, sessions: 3, wereHere: 0, rejected, leftOut },
      { users: 0, accounts: 0, sessions: 0, wereHere: 6, rejected, leftOut: [] },
    ]);
    const client = new pg.Client({ connectionString: fresh.place });
    await client.connect();
    const { rows } = await client.query(`select count(*)::int as users from "user"`);
    await client.end();
    expect(rows).toEqual([{ users: 6 }]);
  });

  test("sign in by an old password, by a provider, and by the open session", async () => {
    const [carol, ada] = [newBrowser(), newBrowser()];
    expect(await signInBy(carol, "carol@example.com", password)).toBe(200);
    expect(await userIdOf(carol)).toBe(sample.ids.carol);
    expect(await signInWith(idp, "google", ada)).toBe(`${origin}/in`);
    expect(await userIdOf(ada)).toBe(sample.ids.ada);
    const { dora } = sample.browsers;
    expect(await userIdOf(dora)).toBe(sample.ids.dora);
    expect(dora.cookies.get("__Host-keyhold.session_token")).not.toBe(null);
    expect(await userIdOf(sample.browsers.late)).toBe(null);
  });
});
