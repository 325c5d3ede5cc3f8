import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { createDice, type Dice, mutateJson } from "../../../tests/harness/mutate.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { appleUser, bundleId, codeOf, openApple } from "./native-apple.ts";

const idp = useIdentityProvider();

/** What an app sends beside the ID token, with one change somewhere. */
function mutateBeside(dice: Dice, authorizationCode: string): unknown {
  const name = { firstName: "Eve", lastName: "Mallory" };
  const how = dice.below(4);
  const changed = how === 0 ? mutateJson(dice, name) : name;
  const user = how === 1 ? mutateJson(dice, { name: changed }) : { name: changed };
  const beside = { user, authorizationCode };
  return how === 2 ? mutateJson(dice, beside) : beside;
}

test.each([1, 2])(
  "two hundred mutated sign-ins of an app are answered without an unexpected error: run %i",
  async (seed) => {
    const flow = openApple(idp(), {}, { config: { rateLimit: { enabled: false } } });
    const dice = createDice(seed);
    const statuses = new Set<number>();
    for (let count = 0; count < 200; count += 1) {
      const person = appleUser(`mutated-${seed}-${count}`);
      const token = await idp().idToken("apple", person, { aud: bundleId });
      const code = codeOf(idp(), dice.chance(0.2) ? appleUser("victim") : person);
      const beside = mutateBeside(dice, code);
      const idToken = typeof beside === "object" && beside !== null ? { ...beside, token } : beside;
      const { status } = await flow.visit().browser.post("/sign-in/social", { provider: "apple", idToken });
      statuses.add(status);
      const user = await flow.db.find(userModel, { email: person.email ?? "" });
      // A sign-in makes the user of the ID token; a rejected request makes no user.
      if (typeof beside === "object") expect(user !== null, `number ${count}`).toBe(status === 200);
      expect(user?.name.length ?? 1).toBeLessThanOrEqual(255);
    }
    await flow.auth.idle();
    expect([...statuses].sort()).toEqual([200, 400, 401]);
    expect(await flow.db.count(userModel, { email: "victim@example.com" })).toBe(0);
  },
);
