import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { type App, createApp, sqliteAuth } from "./app.ts";

const older = "Jx8yh3KQm1pZ0vTn5rWc7uDf2sLb9gAe4iOk6tRyXwE=";
const newer = "q3ZkW9sVb7TnY1cR5xLh8uJd0mGf4pEa6iOt2KySvBw=";

/** Users with an authenticator app, each with the secret of the environment. */
const seed = `
import { auth } from "./auth.ts";
for (let made = 0; made < 3; made += 1) {
  const email = process.env.NAME + made + "@example.com";
  const { user } = await auth.api.createUser({ name: "Ann", email });
  await auth.api.importTotp({ userId: user.id, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" });
}
`;

const config = sqliteAuth("plugins: [twoFactor()],", 'import { twoFactor } from "@keyhold/two-factor";').replace(
  "process.env.AUTH_SECRET",
  'process.env.AUTH_SECRET.split(" ")',
);

async function seeded(): Promise<App> {
  const app = createApp({ "auth.ts": config, "seed.ts": seed });
  await app.keyhold(["migrate", "--yes"], { env: { AUTH_SECRET: older } });
  await add(app, "old", older);
  return app;
}

async function add(app: App, name: string, secrets: string): Promise<void> {
  const [code] = await once(app.start(["seed.ts"], { AUTH_SECRET: secrets, NAME: name }), "close");
  expect(code).toBe(0);
}

const both = { AUTH_SECRET: `${newer} ${older}` };
const one = { AUTH_SECRET: newer };
const encryptedLine = (stdout: string): string =>
  stdout.split("\n").find((line) => line.slice(6).startsWith("encrypted")) ?? "";

describe("keyhold rotate", () => {
  test("encrypts the values of an older secret again, and doctor says when that secret is needed no longer", async () => {
    const app = await seeded();
    await add(app, "new", both.AUTH_SECRET);
    expect(encryptedLine((await app.keyhold(["doctor"], { env: both })).stdout)).toMatch(
      /^warn .*3 values need an older/,
    );
    const dry = await app.keyhold(["rotate", "--dry-run"], { env: both });
    expect(dry.stdout).toMatch(/^twoFactor\.secret: 3 by the first secret, 3 by an older one, 0 encrypted again/m);
    const done = await app.keyhold(["rotate"], { env: both });
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 encrypted again, 0 cannot be decrypted"),
    });
    expect(done.stdout).toContain("needs the first secret only");
    expect(done.stderr).toContain("twoFactor.secret");
    expect(encryptedLine((await app.keyhold(["doctor"], { env: one })).stdout)).toMatch(
      /^ok .*6 values, all by the first/,
    );
    expect(await app.keyhold(["rotate"], { env: one })).toMatchObject({ code: 0 });
  });

  test("counts what no secret decrypts, changes nothing of it, and exits with 1", async () => {
    const app = await seeded();
    const doctor = await app.keyhold(["doctor"], { env: one });
    expect(encryptedLine(doctor.stdout)).toMatch(/^fail .*cannot decrypt 3 of twoFactor\.secret$/);
    expect(doctor.code).toBe(1);
    const lost = await app.keyhold(["rotate"], { env: one });
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining("3 cannot be decrypted: add the secret") });
    expect(await app.keyhold(["rotate"], { env: both })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 encrypted again, 0 cannot be decrypted"),
    });
  });
});
