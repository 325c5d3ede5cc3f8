import { userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "guests" });
  let made = 0;

  test("sign-ups of one guest with sixteen addresses make one account, with the id of the guest", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const guest = await bench().ask("/sign-in/anonymous", {});
      const cookie = guest.headers
        .getSetCookie()
        .map((line) => line.slice(0, line.indexOf(";")))
        .join("; ");
      const { user } = await guest.json();
      made += 1;
      const emails = every((caller) => `person${made}-${caller}@example.com`);
      const answers = await bench().race(
        emails.map((email) => ({
          method: "POST",
          path: "/sign-up/email",
          body: { name: "Ada", email, password: "a right password" },
          cookie,
        })),
      );
      expect([wins(answers), failures(answers)]).toEqual([1, ["ANONYMOUS_USER_HAS_SIGNED_UP"]]);
      const found = await Promise.all(emails.map((email) => bench().db.find(userModel, { email })));
      expect(found.flatMap((row) => row?.id ?? [])).toEqual([user.id]);
    });
  });
});
