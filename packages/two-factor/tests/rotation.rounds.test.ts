import { contextOf } from "@keyhold/core/tools";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { newer, older, rotate } from "../../../tests/harness/rotate.ts";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open } from "./fixture.ts";

const services = inject("services");

describe.each(racedInOneProcess(services))("eight sign-ins and eight rotations at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let before: Fixture;
  let rotating: Fixture;

  const openWith = (secret: string | readonly string[]): Fixture =>
    open({
      database: raced.database,
      options: { guesses: { windowSeconds: 1, max: 1_000_000 } },
      config: { secret },
    });
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

  test("the right code opens one session, and the secret needs the first secret only", async () => {
    for (let round = 0; round < rounds; round += 1) {
      before.clock.forward({ hours: 2 });
      const { email, user, secret } = await before.enrol(`${type}${round}`);
      rotating.clock.forward({ seconds: (before.clock.now().getTime() - rotating.clock.now().getTime()) / 1000 + 60 });
      const browsers = await Promise.all(Array.from({ length: 8 }, () => rotating.begin(email)));
      const code = rotating.codeAt(secret);
      const [answers] = await Promise.all([
        Promise.all(browsers.map(({ client }) => client.twoFactor.verifyTotp({ code }))),
        ...Array.from({ length: 8 }, () => rotate(rotating)),
      ]);
      expect(answers.map(({ error }) => error?.status ?? 200).sort()).toEqual([200, ...Array(7).fill(401)]);
      const stored = (await rotating.db.find(twoFactorModel, { userId: user.id }))?.secret ?? "";
      const { encryptedValues } = contextOf(openWith(newer).auth) ?? expect.fail();
      expect(await encryptedValues.open(["twoFactor", user.id, "secret"], stored)).toMatchObject({ text: secret });
      expect(rotating.logged).toEqual([]);
    }
  });
});
