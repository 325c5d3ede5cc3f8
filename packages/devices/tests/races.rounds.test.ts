import { userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { deviceModel, deviceSessionModel } from "../src/models.ts";
import { kind, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;
const bySixteen = <T>(run: (caller: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: ReturnType<typeof open>;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({}, { database: raced.database, rateLimit: { enabled: false } });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
    await raced.close();
  });

  /** A new user with a verified address, signed in with the first device. */
  async function person() {
    made += 1;
    const email = `person${made}@example.com`;
    const signedUp = await fixture.signUp(email, { password });
    const { id: userId } = signedUp.user;
    await fixture.db.update(userModel, userId, { emailVerified: true });
    const signIn = ({ browser }: ReturnType<typeof fixture.visit>) =>
      browser.post("/sign-in/email", { email, password });
    const devices = async (): Promise<readonly string[]> =>
      (await fixture.db.list(deviceModel, { userId }, { orderBy: "id", limit: 100 })).map(({ id }) => id);
    const sessions = () => fixture.db.list(deviceSessionModel, { userId }, { orderBy: "id", limit: 100 });
    const emails = async (): Promise<number> =>
      (await fixture.letters()).filter((message) => message.to === email).length;
    return { ...signedUp, email, signIn, devices, sessions, emails };
  }

  const statuses = (answers: readonly Response[]) => [...new Set(answers.map(({ status }) => status))];

  test("sign-ins of a browser without a mark make one device with one mark, and send one email", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ada = await person();
      const requests = Array.from({ length: callers }, () => fixture.visit({ ipAddress: "198.51.100.7" }));
      const answers = await Promise.all(requests.map(ada.signIn));
      expect([statuses(answers), (await ada.devices()).length, await ada.emails()]).toEqual([[200], 2, 1]);
      const marks = requests.map(({ browser }) => browser.cookies.get("__Host-keyhold.device_mark"));
      expect([new Set(marks).size, marks[0]]).toEqual([1, expect.stringMatching(/./)]);
    }
  });

  test("sign-ins of a browser that another user has used make one device, and send one email", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [ada, eve] = [await person(), await person()];
      const answers = await bySixteen(() => ada.signIn(eve));
      expect([statuses(answers), (await ada.devices()).length, await ada.emails()]).toEqual([[200], 2, 1]);
      expect([(await eve.devices()).length, await eve.emails()]).toEqual([1, 0]);
    }
  });

  test("no session stays of a device that is forgotten during sign-ins", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ada = await person();
      const laptop = fixture.visit();
      await ada.signIn(laptop);
      const { data } = await ada.client.devices.list();
      const id = data?.find(({ isCurrent }) => !isCurrent)?.id ?? "";
      const answers = await bySixteen((caller) =>
        caller % 4 === 1 ? ada.browser.post("/devices/forget", { id }) : ada.signIn(laptop),
      );
      expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
      const left = await ada.devices();
      expect(left).not.toContain(id);
      for (const { userDeviceId } of await ada.sessions()) expect(left).toContain(userDeviceId);
      // One email for the laptop, and one if a sign-in came after the removal.
      expect(await ada.emails()).toBe(left.length);
    }
  });

  test("the token of an email ends the device once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ada = await person();
      fixture.clock.forward({ seconds: 1 });
      await ada.signIn(fixture.visit());
      const { token } = await fixture.mailbox.waitFor(ada.email, { kind });
      const answers = await bySixteen(() => fixture.visit().browser.post("/devices/report", { token }));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(callers - 1);
      expect(await ada.devices()).toHaveLength(1);
    }
  });
});
