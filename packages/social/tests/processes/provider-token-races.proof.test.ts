import { once } from "node:events";
import { accountModel, fingerprint, type Row, userModel, verificationModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import {
  eachRound,
  expectCount,
  hasOutages,
  raceTimeout as timeout,
} from "../../../../tests/harness/processes/outages.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { raceRounds } from "../../../../tests/harness/repeats.ts";
import { refreshesAt } from "../calls.ts";
import {
  answeredAtOnce,
  callers,
  every,
  expectLanded,
  failures,
  landed,
  type ProviderName,
  type SocialBench,
  useSocialBench,
} from "./bench.ts";

const services = inject("services");

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "sixteen callers in several processes on %s:",
  (type) => {
    const bench = useSocialBench(type, services);

    /** A new user with a password and an account at a provider with an expired access token. */
    async function openAccount(provider: ProviderName) {
      const { db, newPerson, signUp, goThere } = bench();
      const person = newPerson();
      const { id, browser } = await signUp(person.email ?? "");
      await db.update(userModel, id, { emailVerified: true });
      const { path } = await goThere(person, provider, browser, "/link-social");
      await browser.fetch(path);
      const name = { providerId: provider, accountId: person.subject };
      await expire(bench(), name);
      const account = async (): Promise<Row<typeof accountModel> | null> => db.find(accountModel, name);
      return { person, id, browser, account, cookie: browser.cookies.header() ?? "" };
    }

    const asks = (cookie: string, path: string, providerId: ProviderName): RacedRequest => ({
      method: "POST",
      path,
      body: { providerId },
      cookie,
    });

    test.each([
      { paths: ["/get-access-token"], rounds: raceRounds, slowMilliseconds: 0 },
      // A call for a new token after the refresh refreshes again: most calls start before the refresh ends.
      { paths: ["/get-access-token", "/refresh-token"], rounds: raceRounds, slowMilliseconds: 300 },
    ])(
      "one refreshes with a provider that takes each token once, and all have what it brought: $paths",
      {
        timeout,
      },
      async ({ paths, rounds, slowMilliseconds }) => {
        const { idp, race } = bench();
        await eachRound(
          type,
          async () => {
            const { account, cookie } = await openAccount("example");
            const before = refreshesAt(idp).length;
            idp.fail({ answers: { token: { slowMilliseconds } } });
            const requests = await every(async (caller) => asks(cookie, paths[caller % paths.length] ?? "", "example"));
            const answers = await race(requests);
            idp.recover();
            // A provider that takes each token once has consumed the token; an outage may lose the new token.
            if (answeredAtOnce(answers).length < callers) return;
            const kept = await account();
            const told = answers.map(({ status, body }) => `${status} ${body?.accessToken}`);
            const refreshes = refreshesAt(idp).length - before;
            expect(told).toContain(`200 ${kept?.accessToken}`);
            expect(new Set(told).size).toBe(refreshes);
            // A busy machine delays calls, as an outage does: a call for a new token may start after the first refresh.
            if (paths.includes("/refresh-token")) expect(refreshes).toBeLessThan(callers / 2);
            else expect(refreshes).toBe(1);
            // The stored refresh token is the newest: the token works once more.
            const [again] = await race([asks(cookie, "/refresh-token", "example")]);
            expect(again?.status).toBe(200);
          },
          rounds,
        );
      },
    );

    test("a refresh does not restore an account that is unlinked meanwhile", { timeout }, async () => {
      const { race, accountsOf } = bench();
      await eachRound(type, async () => {
        const { id, cookie } = await openAccount("example");
        const paths = ["/refresh-token", "/get-access-token", "/unlink-account"];
        const answers = await race(
          await every(async (caller) => asks(cookie, paths[caller % paths.length] ?? "", "example")),
        );
        const unlinks = answers.filter((_, caller) => caller % paths.length === 2);
        expectCount(unlinks.filter(({ status }) => status === 200).length, 1, callers - answeredAtOnce(answers).length);
        expect(failures(answers).filter((code) => !afterUnlink.has(code))).toEqual([]);
        expect(await accountsOf(id)).toEqual(["credential"]);
      });
    });

    test("a sign-in and a refresh leave tokens that work", { timeout }, async () => {
      const { goThere, race } = bench();
      await eachRound(type, async () => {
        const { person, cookie } = await openAccount("example");
        const answers = await race(
          await every(async (caller) =>
            caller % 4 ? asks(cookie, "/refresh-token", "example") : goThere(person, "example"),
          ),
        );
        expectLanded(answers, callers / 4);
        if (answeredAtOnce(answers).length < callers) return;
        const [again] = await race([asks(cookie, "/refresh-token", "example")]);
        expect(again?.status).toBe(200);
      });
    });

    test("one account stays, in any order of concurrent unlinking and linking", { timeout }, async () => {
      const { goThere, race, accountsOf } = bench();
      await eachRound(type, async () => {
        const { person, id, browser, cookie } = await openAccount("google");
        const links = await Promise.all(
          [1, 2].map((other) =>
            goThere({ ...person, subject: `${person.subject}${other}` }, "example", browser, "/link-social"),
          ),
        );
        const requests = await every(async (caller): Promise<RacedRequest> => {
          const back = links[caller];
          return back ?? asks(cookie, "/unlink-account", caller % 2 ? "google" : ("credential" as ProviderName));
        });
        const answers = await race(requests);
        const left = await accountsOf(id);
        const unlinked = answers.filter(({ status }) => status === 200).length;
        expect(left.length).toBeGreaterThanOrEqual(1);
        if (answeredAtOnce(answers).length < callers) return;
        expect(left).toHaveLength(2 + landed(answers).length - unlinked);
      });
    });

    // A refusal of the database would come before the kill.
    if (hasOutages) return;

    test("the refresh lease of a killed process is taken over", { timeout }, async () => {
      const { idp, ask, startWorker } = bench();
      const [dying, other] = await Promise.all([startWorker(), startWorker()]);
      const { account, cookie } = await openAccount("google");
      const before = refreshesAt(idp).length;
      const stood = await account();
      idp.fail({ answers: { token: { slowMilliseconds: 1500 } } });
      dying.send([asks(cookie, "/refresh-token", "google")]);
      await until(() => refreshesAt(idp).length > before);
      dying.kill("SIGKILL");
      await once(dying, "exit");
      idp.recover();
      expect(await account()).toEqual(stood);

      // The end of a lease by time is a case of packages/core/tests/limit/leases.rounds.test.ts.
      await endLease(bench(), stood?.id ?? "");
      const [answer] = await ask(other, [asks(cookie, "/get-access-token", "google")]);
      expect(answer?.status).toBe(200);
      expect((await account())?.accessToken).toBe(answer?.body?.accessToken);
      expect(answer?.body?.accessToken).not.toBe(stood?.accessToken);
      expect(refreshesAt(idp).length - before).toBe(2);
    });
  },
);

/** The error codes after the account was unlinked. */
const afterUnlink = new Set(["ACCOUNT_NOT_FOUND", "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"]);

/** The access token of an account is over. */
async function expire({ db }: SocialBench, name: { readonly providerId: string; readonly accountId: string }) {
  const account = await db.find(accountModel, name);
  if (!account) throw new Error("There is no account of that name.");
  const at = new Date(Date.now() - 1000);
  await db.transactionOn(userModel, account.userId, (tx, user) =>
    tx.update(accountModel, account.id, { accessTokenExpiresAt: at }, user),
  );
}

/** Simulates the end of the lease that a process has for the refresh of an account. */
async function endLease({ db }: SocialBench, accountId: string): Promise<void> {
  const lease = await db.consume(verificationModel, { identifier: `lease:${fingerprint(`refresh:${accountId}`)}` });
  if (!lease) throw new Error("The killed process had no lease.");
  expect(lease.expiresAt.getTime()).toBeGreaterThan(Date.now());
  await db.insert(verificationModel, { ...lease, expiresAt: new Date(Date.now() - 60_000) });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
