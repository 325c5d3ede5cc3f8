import { type Answer, type Client, OutcomeUnknown } from "./client.ts";
import { check, type Report } from "./report.ts";
import type { RoundRobin } from "./round-robin.ts";
import { signInLimit } from "./server.ts";
import type { ServerProcesses } from "./server-processes.ts";

/** What all scenarios of a run share. */
export interface Run {
  readonly proxy: RoundRobin;
  readonly client: Client;
  readonly report: Report;
  readonly servers: Pick<ServerProcesses, "nextToken">;
  /** Writes with an answer, which must still be there at the end. */
  readonly acknowledged: Acknowledged[];
  /** How many storages may have counted a limit: the Redis before an outage, the database during it, the Redis after it. */
  limitStorages: number;
}

/** A user with a password, and sessions that are known or ended. */
export interface Acknowledged {
  readonly email: string;
  readonly password: string;
  readonly live: readonly string[];
  readonly ended: readonly string[];
}

let made = 0;
const newEmail = (): string => {
  made += 1;
  return `user-${made}@example.com`;
};
export const firstPassword = "a right password";

/** Asks each process at once whether it knows the session. */
export async function readEverywhere(
  { proxy, client, report }: Run,
  cookie: string,
  { isKnown, moment }: { readonly isKnown: boolean; readonly moment: string },
): Promise<void> {
  const subject = isKnown ? "a session is known at every process" : "an ended session is refused at every process";
  await Promise.all(
    proxy.ports().map(async (port) => {
      const answer = await client.ask("/get-session", { cookie, port });
      if (!answer) return;
      const isShown = answer.status === 200 && answer.body?.user !== undefined;
      check(report, subject, isShown === isKnown, `${moment}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }),
  );
}

async function signUp({ client }: Run): Promise<{ readonly email: string; readonly cookie: string }> {
  const email = newEmail();
  const { cookie } = await client.must(200, "/sign-up/email", {
    body: { name: "Ada", email, password: firstPassword },
  });
  return { email, cookie };
}

const signIn = async ({ client }: Run, email: string, password: string): Promise<string> =>
  (await client.must(200, "/sign-in/email", { body: { email, password } })).cookie;

/** Sign-up, sign-in, a new password, which ends the other sessions, and a sign-out. */
export async function sessions(run: Run): Promise<void> {
  const { client, acknowledged } = run;
  const { email, cookie: first } = await signUp(run);
  await readEverywhere(run, first, { isKnown: true, moment: "after sign-up" });
  const second = await signIn(run, email, firstPassword);
  await readEverywhere(run, second, { isKnown: true, moment: "after sign-in" });

  const password = `another ${email}'s password`;
  const passwords = { currentPassword: firstPassword, newPassword: password };
  const { cookie: third } = await client.must(200, "/change-password", { body: passwords, cookie: second });
  await Promise.all([
    readEverywhere(run, first, { isKnown: false, moment: "after a new password" }),
    readEverywhere(run, second, { isKnown: false, moment: "after a new password" }),
    readEverywhere(run, third, { isKnown: true, moment: "after a new password" }),
  ]);
  await client.must(401, "/sign-in/email", { body: { email, password: firstPassword } });

  await client.must(200, "/sign-out", { body: {}, cookie: third });
  await readEverywhere(run, third, { isKnown: false, moment: "after sign-out" });
  const fourth = await signIn(run, email, password);
  acknowledged.push({ email, password, live: [fourth], ended: [first, second, third] });
}

/** An invitation accepted by several requests at once, and two owners who leave at once. */
export async function organizations(run: Run): Promise<void> {
  const { client, report } = run;
  const [owner, invitee] = await Promise.all([signUp(run), signUp(run)]);
  const slug = owner.email.slice(0, owner.email.indexOf("@"));
  const made = await client.must(200, "/organization/create", { body: { name: slug, slug }, cookie: owner.cookie });
  const organizationId = made.body?.id;
  const invitation = { email: invitee.email, role: "owner", organizationId };
  const { body } = await client.must(200, "/organization/invite-member", { body: invitation, cookie: owner.cookie });

  const accepting = { body: { invitationId: body?.id }, cookie: invitee.cookie };
  await exactlyOne(run, "an invitation is accepted once", () =>
    client.ask("/organization/accept-invitation", accepting),
  );
  const people = [owner, invitee];
  const leaving = people.map(({ cookie }) => client.ask("/organization/leave", { body: { organizationId }, cookie }));
  const left = await Promise.all(leaving);
  if (left.includes(null)) throw new OutcomeUnknown("/organization/leave");
  check(report, "of two owners who leave, one stays", left.filter(isDone).length === 1, statusesOf(left));

  const staying = people[left.findIndex((answer) => !isDone(answer))] ?? owner;
  const list = `/organization/list-members?organizationId=${organizationId}`;
  const members = await client.must(200, list, { cookie: staying.cookie });
  check(report, "the other owner is the only member", members.body?.total === 1, JSON.stringify(members.body));
}

/** One token of an email, and several new passwords at once. */
export async function oneTimeTokens(run: Run): Promise<void> {
  const { client, report, servers, acknowledged } = run;
  const { email, cookie } = await signUp(run);
  const email_ = servers.nextToken(email);
  await client.must(200, "/request-password-reset", { body: { email } });
  const token = await email_;
  if (token === null) {
    report.lostEmails += 1;
    throw new OutcomeUnknown("email");
  }
  const passwordOf = (index: number): string => `the new password ${index}`;
  const winner = await exactlyOne(run, "a token of an email works once", (index) =>
    client.ask("/reset-password", { body: { token, newPassword: passwordOf(index) } }),
  );
  await readEverywhere(run, cookie, { isKnown: false, moment: "after a reset" });
  const password = passwordOf(winner);
  const live = await signIn(run, email, password);
  acknowledged.push({ email, password, live: [live], ended: [cookie] });
}

/** More wrong passwords at once than the limit of a client allows. */
export async function limits(run: Run): Promise<void> {
  const { client, report } = run;
  const before = run.limitStorages;
  const sent = { address: client.newAddress(), body: { email: newEmail(), password: firstPassword } };
  const answers = await Promise.all(Array.from({ length: 16 }, () => client.ask("/sign-in/email", sent)));
  const allowed = answers.filter((answer) => answer?.status === 401).length;
  const unknown = answers.filter((answer) => answer === null).length;
  const changes = run.limitStorages - before;
  const max = signInLimit.max * (before === 1 && changes === 0 ? 1 : 2 + Math.max(0, changes - 1));
  const holds = allowed <= max && allowed + unknown >= signInLimit.max;
  check(report, "a limit holds across processes", holds, `${allowed} allowed of at most ${max}, ${unknown} unknown`);
  const others = answers.filter((answer) => answer && answer.status !== 401 && answer.status !== 429);
  check(report, "beyond a limit the answer is 429", others.length === 0, statusesOf(others));
}

/** Sends a request four times at once; answers which one succeeded. */
async function exactlyOne(
  { report }: Run,
  subject: string,
  send: (index: number) => Promise<Answer | null>,
): Promise<number> {
  const answers = await Promise.all([0, 1, 2, 3].map(send));
  const done = answers.filter(isDone).length;
  const isUnknown = answers.includes(null);
  check(report, subject, done === 1 || (isUnknown && done === 0), statusesOf(answers));
  if (done !== 1) throw new OutcomeUnknown(subject);
  return answers.findIndex(isDone);
}

const isDone = (answer: Answer | null): boolean => answer?.status === 200;
const statusesOf = (answers: readonly (Answer | null)[]): string =>
  answers.map((answer) => (answer ? `${answer.status} ${answer.code ?? ""}` : "no answer")).join(", ");
