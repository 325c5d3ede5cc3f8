import { outboxModel } from "@keyhold/core/outbox";
import { accountModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { callsOf } from "./calls.ts";
import type { Fixture } from "./fixture.ts";
import { appleUser, appSignIn, codeOf, deletion, openApple, storedTokens } from "./native-apple.ts";

const idp = useIdentityProvider();
const services = inject("services");

describe.each(racedInOneProcess(services))("sixteen requests at once on %s", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let flow: Fixture;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    const config = { database: raced.database, rateLimit: { enabled: false }, ...deletion };
    flow = openApple(idp(), {}, { config });
    await raced.migrate(flow.auth.schema);
  });
  afterAll(async () => {
    await flow.auth.idle();
    await raced.close();
  });

  const sixteen = <T>(call: () => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: 16 }, () => call()));
  const revocationsOf = (token: string | null) =>
    callsOf(idp(), "revocation").filter(({ form }) => form.get("token") === token);

  test("that delete a user revoke the tokens once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = appleUser(`delete-${type}-${round}`);
      const client = flow.visit();
      await appSignIn(idp(), client, person, { authorizationCode: codeOf(idp(), person) });
      const { refreshToken } = await storedTokens(flow, person);
      const statuses = await sixteen(async () => (await client.browser.post("/delete-user", {})).status);
      await flow.auth.idle();
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(revocationsOf(refreshToken)).toHaveLength(1);
      expect(idp().isValid(refreshToken ?? "")).toBe(false);
      expect(await flow.db.count(userModel, { email: person.email ?? "" })).toBe(0);
      expect(await flow.db.count(outboxModel, {})).toBe(0);
    }
  });

  test("that unlink an account revoke the tokens once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = appleUser(`unlink-${type}-${round}`);
      const owner = await flow.signUp(person.email ?? "");
      await appSignIn(idp(), owner, person, { authorizationCode: codeOf(idp(), person) }, "/link-social");
      const { refreshToken } = await storedTokens(flow, person);
      const unlink = () => owner.browser.post("/unlink-account", { providerId: "apple" });
      const statuses = await sixteen(async () => (await unlink()).status);
      await flow.auth.idle();
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(revocationsOf(refreshToken)).toHaveLength(1);
      expect(await flow.db.count(outboxModel, {})).toBe(0);
    }
  });

  test("that use one code make one account with a valid refresh token", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const person = appleUser(`code-${type}-${round}`);
      const authorizationCode = codeOf(idp(), person);
      const answers = await sixteen(() => appSignIn(idp(), flow.visit(), person, { authorizationCode }));
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
      expect(await flow.db.count(accountModel, { providerId: "apple", accountId: person.subject })).toBe(1);
      expect(idp().isValid((await storedTokens(flow, person)).refreshToken ?? "")).toBe(true);
    }
  });
});
