import { answerCalls } from "../calls.ts";
import { baseURL, routes } from "../contenders/contender.ts";
import {
  type OrganizationContenderName,
  type OrganizationQuestion,
  openOrganizationContender,
  organizationQuestions,
} from "../contenders/organization/contender.ts";
import { multiplyMembers, multiplyOrganizations } from "../seed.ts";

const [name, file] = process.argv.slice(2) as [OrganizationContenderName, string];
const { handler, migrate } = await openOrganizationContender(name, file);

async function post(path: string, body: unknown, cookie: string): Promise<Response> {
  const headers = { "content-type": "application/json", origin: baseURL, cookie };
  const response = await handler(new Request(baseURL + path, { method: "POST", headers, body: JSON.stringify(body) }));
  if (!response.ok) throw new Error(`${name} answered ${path} with ${response.status}: ${await response.text()}`);
  return response;
}

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ");

let headers = new Headers();

const methods = {
  /** Makes an organization with so many members in an empty file; later calls come from its owner. */
  async prepare(members: number): Promise<void> {
    await migrate();
    const person = { name: "Person", email: "person@example.com", password: "correct horse battery 0" };
    const cookie = cookieOf(await post(routes.signUp, person, ""));
    await post("/api/auth/organization/create", { name: "Acme", slug: "acme" }, cookie);
    multiplyMembers(file, members);
    headers = new Headers({ cookie, accept: "application/json" });
  },
  /** Makes the caller a member of so many organizations. */
  join: (organizations: number) => multiplyOrganizations(file, organizations),
  /** How many members, or organizations, an answer shows. */
  async shown(question: OrganizationQuestion): Promise<number> {
    const response = await handler(new Request(baseURL + organizationQuestions[question], { headers }));
    const answer = JSON.parse(await response.text());
    return (Array.isArray(answer) ? answer : answer.members)?.length ?? (answer.user?.email ? 1 : 0);
  },
  /** Microseconds of CPU per request, from the `Request` to the read body. */
  async time({
    question,
    count,
  }: {
    readonly question: OrganizationQuestion;
    readonly count: number;
  }): Promise<number> {
    const url = baseURL + organizationQuestions[question];
    const before = process.cpuUsage();
    for (let done = 0; done < count; done += 1) await (await handler(new Request(url, { headers }))).text();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  },
};
export type OrganizationMethods = typeof methods;

answerCalls(methods);
