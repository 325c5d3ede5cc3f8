import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../harness/race-database.ts";
import { roundsInOneProcess } from "../harness/repeats.ts";
import { maxChallenges, openAsking } from "./live-challenges-fixture.ts";

const services = inject("services");
const callers = 16;
const every = <T>(make: (caller: number) => T): T[] => Array.from({ length: callers }, (_, caller) => make(caller));

describe.each(racedInOneProcess(services))("sixteen browsers that ask at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: ReturnType<typeof openAsking>;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = openAsking({ database: raced.database });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const newAddress = (): string => {
    made += 1;
    return `person${made}@example.com`;
  };

  async function expectAnswered(asked: readonly Promise<number>[]): Promise<void> {
    expect(await Promise.all(asked)).toEqual(Array(callers).fill(200));
    await fixture.auth.idle();
    const lines = fixture.logged.filter(({ message }) => !message.includes("no message was sent"));
    expect(lines).toEqual([]);
  }

  test("three get a code by email", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      await expectAnswered(every(() => fixture.askCode(fixture.newVisit(), email)));
      expect(fixture.sentTo(email)).toBe(maxChallenges);
    }
  });

  test("three get a link or a code", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const ask = (caller: number) => (caller % 2 === 0 ? fixture.askLink : fixture.askCode);
      await expectAnswered(every((caller) => ask(caller)(fixture.newVisit(), email)));
      expect(fixture.sentTo(email)).toBe(maxChallenges);
    }
  });

  test("three get a code by phone", async () => {
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      const number = `+49151${String(20_000_000 + made)}`;
      await expectAnswered(every(() => fixture.askText(fixture.newVisit(), number)));
      expect(fixture.texts.filter(({ to }) => to === number)).toHaveLength(maxChallenges);
    }
  });

  test("at the end of the day of an address, two get a code, and the code that a user waits for signs in", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      // Waits for the email, which else may come behind that of the user.
      await fixture.codeFor(fixture.newVisit(), email);
      fixture.clock.forward({ seconds: 86_400 - 320 });
      const user = fixture.newVisit();
      const code = await fixture.codeFor(user, email);
      fixture.clock.forward({ seconds: 30 });
      fixture.mailbox.clear();
      await expectAnswered(every(() => fixture.askCode(fixture.newVisit(), email)));
      expect(fixture.sentTo(email)).toBe(maxChallenges - 1);
      expect(await fixture.signIn(user, email, code)).toBe(200);
    }
  });

  test("tabs of one browser get one code", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const visit = fixture.newVisit();
      // The cookie of the challenge.
      await fixture.askCode(visit, newAddress());
      await expectAnswered(every(() => fixture.askCode(visit, email)));
      const codes = fixture.mailbox.messages.flatMap((sent) =>
        sent.to === email && sent.kind === "email-otp.code" ? [sent.code] : [],
      );
      expect(codes).toHaveLength(callers);
      expect(new Set(codes).size).toBe(1);
      expect(await fixture.works(visit, email, codes[0] ?? null)).toBe(true);
    }
  });

  test("three links are live, among them the link of the owner's browser, which signs in", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const owner = await fixture.owner(email);
      fixture.mailbox.clear();
      await expectAnswered(every((caller) => fixture.askLink(caller === 7 ? owner : fixture.newVisit(), email)));
      const links = fixture.mailbox.messages.flatMap((sent) => (sent.kind === "magic-link.sign-in" ? [sent.url] : []));
      expect(links.length).toBeLessThanOrEqual(maxChallenges + 1);
      const live: string[] = [];
      for (const link of links) if (await fixture.isLive(link)) live.push(link);
      expect(live).toHaveLength(maxChallenges);
      let signedIn: string | null = null;
      for (const link of live) signedIn ??= await fixture.open(owner, link);
      expect(signedIn).toBe(email);
    }
  });
});
