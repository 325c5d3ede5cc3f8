import { expect, test } from "vitest";
import { repeats } from "../../../tests/harness/repeats.ts";
import { open, password } from "./fixture.ts";

/** 1,000 in the scheduled workflow. */
const addresses = repeats(1000, 200);

test("of ten guesses each from hundreds of addresses in 15 minutes at most 20 are compared, and the owner signs in", async () => {
  const fixture = open();
  const { email, secret, client: owner } = await fixture.enrol("ada");
  const near = [-1, 0, 1].map((steps) => fixture.codeAt(secret, steps));
  const code = ["000000", "000001", "000002", "000003"].find((one) => !near.includes(one)) ?? "";
  let compared = 0;
  let sent = 0;
  for (let address = 0; address < addresses; address += 1) {
    const ipAddress = `203.0.${Math.trunc(address / 250)}.${address % 250}`;
    for (let sign = 0; sign < 2; sign += 1) {
      const { client } = fixture.visit({ ipAddress });
      await client.signIn.email({ email, password });
      const guesses = Array.from({ length: 5 }, () => client.twoFactor.verifyTotp({ code }));
      const answers = await Promise.all(guesses);
      sent += answers.length;
      compared += answers.filter(({ error }) => error?.code === "INVALID_CODE").length;
    }
    if (address % (addresses / 4) !== 0) continue;
    await owner.signOut();
    await owner.signIn.email({ email, password });
    expect((await owner.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    fixture.clock.forward({ seconds: 30 });
  }
  expect(sent).toBe(10 * addresses);
  expect(compared).toBeLessThanOrEqual(20);
  expect(compared).toBeGreaterThan(0);
});
