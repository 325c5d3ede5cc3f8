import { contextOf, type Inspection } from "@keyhold/core/internal";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { raceRounds } from "../../../tests/harness/repeats.ts";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open } from "./fixture.ts";

const services = inject("services");
const older = "for tests only: an older secret 0123456";
const newer = "for tests only: a newer secret 01234567";

/** Encrypts as `keyhold rotate` does. */
async function rotate({ auth }: Fixture): Promise<void> {
  const inspect: () => Inspection = Reflect.get(auth, Symbol.for("keyhold.inspection"));
  for await (const _ of inspect().readEncrypted?.({ mayWrite: true }) ?? expect.fail());
}

describe.each(racedInOneProcess(services))("eight sign-ins and eight rotations at once on %s:", (type) => {
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
    for (let round = 0; round < raceRounds; round += 1) {
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
