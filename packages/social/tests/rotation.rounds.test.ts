import { contextOf } from "@keyhold/core/tools";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { newer, older, rotate } from "../../../tests/harness/rotate.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, ann, come, type Fixture, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
const services = inject("services");

describe.each(racedInOneProcess(services))("eight refreshes and eight rotations at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let before: Fixture;
  let rotating: Fixture;

  const openWith = (secret: string | readonly string[]): Fixture =>
    openFixture(idp(), { social: { encryptTokens: true }, config: { database: raced.database, secret } });
  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    before = openWith(older);
    await raced.migrate(before.auth.schema);
    rotating = openWith([newer, older]);
  });
  afterAll(async () => {
    await rotating.auth.idle();
    await raced.close();
  });

  test("the newest tokens are kept, and need the first secret only", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const subject = `${type}-${round}`;
      const person = { ...ann, subject, email: `${subject}@example.com` };
      await come(idp(), before, { as: person, at: before.visit(), provider: "example" });
      const { userId } = await accountAt(before, "example", subject);
      const [answers] = await Promise.all([
        Promise.all(
          Array.from({ length: 8 }, () => rotating.auth.api.refreshUserToken({ userId, providerId: "example" })),
        ),
        ...Array.from({ length: 8 }, () => rotate(rotating)),
      ]);
      await rotate(rotating);
      const account = await accountAt(rotating, "example", subject);
      const { encryptedValues } = contextOf(openWith(newer).auth) ?? expect.fail();
      const place = ["provider token", "example", subject, "accessToken"];
      const opened = await encryptedValues.open(place, account.accessToken ?? "");
      expect(answers.map(({ accessToken }) => accessToken)).toContain(opened?.text);
      expect(opened?.isOutdated).toBe(false);
      // Example ID takes a refresh token once: a lost token would end the refreshes.
      const next = await rotating.auth.api.refreshUserToken({ userId, providerId: "example" });
      expect(next.accessToken).not.toBe(opened?.text);
    }
  });
});
