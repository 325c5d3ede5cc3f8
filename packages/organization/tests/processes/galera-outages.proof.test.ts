import { setTimeout as pause } from "node:timers/promises";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { afterAll, describe, expect, inject, test } from "vitest";
import type { Galera } from "../../../../tests/harness/galera.ts";
import { offerGalera } from "../../../../tests/harness/galera-service.ts";
import {
  cookiesIn,
  every,
  type Person,
  password,
  useRaceBench,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedAnswer, RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const processes = 4;
/** The node that is lost: one of four processes uses this node. */
const lost = 1;
const wavesInEachState = 6;

// Not the cluster of the races, which would meet the outage.
const offered = services.galera === null ? null : await offerGalera();
// At file level, so that the cluster stops after the bench has dropped its database.
afterAll(() => offered?.stop());

interface Company {
  readonly organizationId: string;
  readonly owners: readonly [Person, Person];
}

describe.skipIf(offered === null)("while a node of Galera is lost and comes back, by processes at all nodes,", () => {
  const bench = useRaceBench({
    type: "galera",
    services: { ...services, galera: offered?.url ?? null },
    config: "organizations",
    processes,
  });

  const answers: RacedAnswer[] = [];
  async function send(requests: readonly RacedRequest[]): Promise<readonly RacedAnswer[]> {
    const given = await bench().send(requests);
    answers.push(...given);
    return given;
  }

  async function company(): Promise<Company> {
    const owners = [await bench().signUp(), await bench().signUp()] as const;
    const slug = `company-${bench().made()}`;
    const response = await bench().ask("/organization/create", { name: slug, slug }, owners[0].cookie);
    const { id: organizationId } = await response.json();
    await bench().db.transactionOn(organizationModel, organizationId, (tx, organization) =>
      tx.insert(
        memberModel,
        { organizationId, userId: owners[1].id, role: "owner", createdAt: new Date() },
        organization,
      ),
    );
    return { organizationId, owners };
  }

  /** New users, each with the cookie of an acknowledged sign-up. */
  async function signUps(wave: string): Promise<readonly Pick<Person, "email" | "cookie">[]> {
    const emails = Array.from({ length: 2 * processes }, (_, index) => `wave-${wave}-${index}@example.com`);
    const given = await send(
      emails.map((email) => ({ method: "POST", path: "/sign-up/email", body: { name: "Ada", email, password } })),
    );
    return given.flatMap(({ status, cookies }, index) =>
      status === 200 ? [{ email: emails[index] ?? "", cookie: cookiesIn(cookies) }] : [],
    );
  }

  /** Reads each session in every process. */
  const readSessions = (people: readonly Pick<Person, "cookie">[]) =>
    send(
      people.flatMap(({ cookie }) =>
        Array.from({ length: processes }, () => ({ method: "GET" as const, path: "/get-session", cookie })),
      ),
    );

  const leave = ({ organizationId, owners }: Company): Promise<readonly RacedAnswer[]> =>
    send(
      every((caller) => ({
        method: "POST",
        path: "/organization/leave",
        body: { organizationId },
        cookie: owners[caller % 2]?.cookie ?? "",
      })),
    );

  /** Repeats a read until the database answers again. */
  async function once<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!isStorageUnavailable(error)) throw error;
        await pause(50);
      }
    }
  }

  const outages: readonly (readonly [string, (galera: Galera) => Promise<void>, (galera: Galera) => Promise<void>])[] =
    [
      ["killed", (galera) => galera.kill(lost), (galera) => galera.restart(lost)],
      ["cut off from the others", (galera) => galera.isolate(lost), (galera) => galera.heal(lost)],
    ];

  test.each(outages)(
    "%s: no rule breaks, no acknowledged write is lost, no session is unknown at a node",
    {
      timeout: 300_000,
    },
    async (name, harm, repair) => {
      if (!offered) return;
      const galera = await offered.cluster();
      answers.length = 0;
      const companies: Company[] = [];
      for (let one = 0; one < 6 * wavesInEachState; one += 1) companies.push(await company());
      const people: Pick<Person, "email" | "cookie">[] = [];
      const signedOut: RacedAnswer[] = [];
      let waves = 0;

      /** Traffic until the change has happened, and some waves more. */
      async function wavesDuring(change: Promise<void>): Promise<void> {
        let isOver = false;
        const over = change.finally(() => {
          isOver = true;
        });
        for (let after = 0; after < wavesInEachState; ) {
          if (isOver) after += 1;
          waves += 1;
          const signedUp = await signUps(`${name.slice(0, 3)}-${waves}`);
          people.push(...signedUp);
          signedOut.push(...(await readSessions(signedUp)).filter(isSignedOut));
          const company = companies[waves];
          if (company) await leave(company);
        }
        await over;
      }

      await wavesDuring(Promise.resolve());
      await wavesDuring(harm(galera));
      await wavesDuring(repair(galera));

      const refusals = answers.filter(({ status }) => status >= 500);
      expect(refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
      expect(people.length, "acknowledged sign-ups").toBeGreaterThan(waves);
      expect(signedOut).toEqual([]);
      expect((await readSessions(people)).filter((answer) => answer.status !== 200 || isSignedOut(answer))).toEqual([]);
      const { db } = bench();
      for (const { email } of people) expect(await once(() => db.exists(userModel, { email }))).toBe(true);
      for (const { organizationId } of companies) {
        const owners = await once(() => db.count(memberModel, { organizationId, role: "owner" }));
        expect(owners).toBeGreaterThanOrEqual(1);
      }
    },
  );
});

const isSignedOut = ({ status, body }: RacedAnswer): boolean => status === 200 && body === null;
