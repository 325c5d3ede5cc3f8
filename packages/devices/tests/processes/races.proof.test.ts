import { userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, password, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import { deviceModel, deviceSessionModel } from "../../src/models.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "marks" });

  /** A user with a verified address, and the first device. */
  async function person() {
    const made = await bench().signUp();
    await bench().db.update(userModel, made.id, { emailVerified: true });
    return made;
  }

  const devicesOf = async (userId: string): Promise<readonly string[]> =>
    (await bench().db.list(deviceModel, { userId }, { orderBy: "id", limit: 100 })).map(({ id }) => id);

  test("sign-ins of one browser make one device", { timeout }, async () => {
    const { cookie } = await person();
    await eachRound(type, async () => {
      const { id, email } = await person();
      const answers = await bench().race(
        every(() => ({ method: "POST", path: "/sign-in/email", body: { email, password }, cookie })),
      );
      expect(wins(answers)).toBe(16);
      expect(await devicesOf(id)).toHaveLength(2);
    });
  });

  test("no session stays of a device that is forgotten during sign-ins", { timeout }, async () => {
    const { cookie } = await person();
    await eachRound(type, async () => {
      const ada = await person();
      const [first] = await devicesOf(ada.id);
      await bench().ask("/sign-in/email", { email: ada.email, password }, cookie);
      const id = (await devicesOf(ada.id)).find((one) => one !== first) ?? "";
      const answers = await bench().race(
        every((caller) =>
          caller % 4 === 1
            ? { method: "POST", path: "/devices/forget", body: { id }, cookie: ada.cookie }
            : { method: "POST", path: "/sign-in/email", body: { email: ada.email, password }, cookie },
        ),
      );
      expect(wins(answers)).toBeGreaterThan(0);
      const left = await devicesOf(ada.id);
      expect(left).not.toContain(id);
      const sessions = await bench().db.list(deviceSessionModel, { userId: ada.id }, { orderBy: "id", limit: 100 });
      for (const { userDeviceId } of sessions) expect(left).toContain(userDeviceId);
    });
  });
});
