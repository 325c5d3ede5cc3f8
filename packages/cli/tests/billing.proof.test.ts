import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { type App, createApp, environment, program, secret, sqliteAuth } from "./app.ts";

/** `keyhold billing` beside a payments provider. */

const webhook = 'webhook: { secret: "of the provider, for this test", handlers: billingHandlers() }';

async function openApp(catalogue: (ids: Readonly<Record<string, string>>) => string = () => "") {
  const provider = await startBillingProvider({ products: { pro: { name: "Pro", price: 1200, interval: "month" } } });
  onTestFinished(() => provider.stop());
  const polar = `polar({ accessToken: "${provider.accessToken}", baseURL: "${provider.origin}" })`;
  const imports =
    'import { billing, billingHandlers } from "@keyhold/billing";\nimport { polar } from "@keyhold/billing/polar";';
  const app = createApp({
    "auth.ts": sqliteAuth(
      `plugins: [billing({ ${webhook}, provider: ${polar}, ${catalogue(provider.products)} })],`,
      imports,
    ),
  });
  const keyhold = (...words: readonly string[]) => app.keyhold(words, { env: { AUTH_SECRET: secret } });
  expect((await keyhold("migrate", "--yes")).code).toBe(0);
  insertUser(app, "user-1");
  return { app, provider, keyhold };
}

async function buy({ origin, accessToken, products, pay }: Awaited<ReturnType<typeof startBillingProvider>>) {
  const answer = await fetch(`${origin}/v1/checkouts/`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ products: [Object.values(products)[0]], external_customer_id: "user-1" }),
  });
  const { url } = (await answer.json()) as { readonly url: string };
  await pay(url, { email: "ada@example.com" });
}

/** A customer of nobody has no rows. */
function insertUser({ folder }: App, id: string): void {
  const database = new DatabaseSync(join(folder, "app.db"));
  const columns = 'id, name, email, "emailVerified", "createdAt", "updatedAt"';
  const now = new Date().toISOString();
  database.prepare(`insert into "user" (${columns}) values (?, 'Ada', 'ada@example.com', 1, ?, ?)`).run(id, now, now);
  database.close();
}

const ordersOf = ({ folder }: App): unknown => {
  const database = new DatabaseSync(join(folder, "app.db"));
  const row = database.prepare('select count(*) as orders from "billingOrder"').get();
  database.close();
  return row?.orders;
};

test("sync writes what the provider has, and once more writes no row", async () => {
  const { app, provider, keyhold } = await openApp();
  await buy(provider);
  const first = await keyhold("billing", "sync");
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Read \d+ entities, wrote [1-9]\d* rows\.\n$/),
  });
  expect(ordersOf(app)).toBe(1);
  expect((await keyhold("billing", "sync")).stdout).toContain("wrote 0 rows.");
});

test("sync of one owner says whether the provider has a customer of the owner", async () => {
  const { app, provider, keyhold } = await openApp();
  await buy(provider);
  expect(await keyhold("billing", "sync", "--user", "user-2")).toMatchObject({
    code: 1,
    stdout: "The payments provider has no customer of this owner.\n",
  });
  expect((await keyhold("billing", "sync", "--user", "user-1")).code).toBe(0);
  expect(ordersOf(app)).toBe(1);
  expect((await keyhold("billing", "sync", "--user", "a", "--organization", "b")).code).toBe(2);
});

test("replay asks for the events that the app refused", async () => {
  const { provider, keyhold } = await openApp();
  // Nobody listens at this port.
  provider.sendWebhooksTo("http://127.0.0.1:9/webhook");
  await buy(provider);
  expect((await keyhold("billing", "replay")).stdout).toMatch(
    /^Asked for [1-9]\d* events\. The app has accepted 0 others/,
  );
});

test("check exits with 1 and names the next command, and with 0 when the mirror agrees with the provider", async () => {
  const { app, provider, keyhold } = await openApp();
  provider.sendWebhooksTo(provider.origin); // answers 200
  await buy(provider);
  const differs = await keyhold("billing", "check");
  expect(differs.code).toBe(1);
  expect(differs.stdout).toContain(
    "fail  orders         The mirror lacks 1 of 1 orders: `npx keyhold billing sync` writes them.",
  );
  expect(differs.stdout).toMatch(/\n\d+ to repair\.\n$/);
  expect(ordersOf(app)).toBe(0);
  expect((await keyhold("billing", "sync")).code).toBe(0);
  const agrees = await keyhold("billing", "check");
  expect(agrees).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("ok    token          Works for 127.0.0.1:"),
  });
  expect(agrees.stdout).toContain("ok    orders         1 at the provider, 1 in the mirror.");
  expect(agrees.stdout).toMatch(/\nok {4}sync +Last ended at .*Z\.\n\nThe mirror agrees with the provider\.\n$/);
  provider.fail({ status: 401 });
  expect(await keyhold("billing", "check")).toMatchObject({ code: 1, stdout: expect.stringContaining("fail  token") });
});

test("progress in a pipe is a plain line for each entity", async () => {
  const { provider, keyhold } = await openApp();
  await buy(provider);
  for (const command of ["sync", "check"]) {
    const { stderr } = await keyhold("billing", command);
    expect(stderr.split("\n").slice(1, 4)).toEqual(["customers: 1 of 1", "products: 1 of 1", "benefits: 0 of 0"]);
    expect(stderr).not.toContain("\r");
  }
});

// The command of util-linux, which gives a process a terminal.
test.runIf(process.platform === "linux" && existsSync("/usr/bin/script"))(
  "progress on a terminal is one line, which is rewritten and removed",
  async () => {
    const { app, provider } = await openApp();
    await buy(provider);
    const child = spawn("script", ["-qec", `node ${program} billing sync`, "/dev/null"], {
      cwd: app.folder,
      env: environment({ AUTH_SECRET: secret }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
    });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    const lines = shown.split("\r\n");
    expect(lines[1]).toContain("\r\u001b[2Kcustomers: 1 of 1\r\u001b[2Kproducts: 1 of 1\r\u001b[2K");
    expect(lines[1]?.split("\r\u001b[2K").at(-1)).toMatch(/^Read \d+ entities, wrote \d+ rows\.$/);
  },
);

test("an unavailable provider, and an app without a provider, are errors with a remedy", async () => {
  const { provider, keyhold } = await openApp();
  provider.fail({ status: 401 });
  const failed = await keyhold("billing", "sync");
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("unauthorized") });
  expect(failed.stderr).not.toContain(provider.accessToken);

  const imports = 'import { billing, billingHandlers } from "@keyhold/billing";';
  const app = createApp({ "auth.ts": sqliteAuth(`plugins: [billing({ ${webhook} })],`, imports) });
  const without = await app.keyhold(["billing", "sync"], { env: { AUTH_SECRET: secret } });
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("has no `provider`") });
});

test.each([["doctor"], ["billing", "check"]])(
  "%s %s tells of an id of the config that the provider does not have",
  async (...words) => {
    const { keyhold, provider } = await openApp(
      ({ pro }) => `products: { pro: "${pro}", team: "not-there" }, entitlements: { calls: { meter: "no-meter" } },`,
    );
    const { host } = new URL(provider.origin);
    const { code, stdout } = await keyhold(...words);
    expect(stdout).toContain(`${host} has no product with the id "not-there" of \`products.team\``);
    expect(stdout).toContain(`${host} has no meter with the id "no-meter" of \`entitlements.calls.meter\``);
    expect(stdout).not.toContain("products.pro");
    expect(code).toBe(1);
  },
);

test("doctor agrees with a config of the provider's ids, and warns while the provider is away", async () => {
  const { keyhold, provider } = await openApp(({ pro }) => `products: { pro: "${pro}" },`);
  const well = await keyhold("doctor");
  expect(well.stdout).toContain("has the products and meters of the config");
  expect(well.code).toBe(0);
  await provider.stop();
  const away = await keyhold("doctor");
  expect(away.stdout).toMatch(/^warn {2}billing {6}the payments provider was not asked: /m);
  expect(away.code).toBe(0);
});
