import type { Difference } from "../difference.ts";
import { ada, password } from "../seed.ts";
import { outcome, type World } from "../world.ts";

const answersOk = async (world: World): Promise<string> => outcome(await world.browser().get("/ok"));

/** A sign-out by a page of the origin. */
const callFrom = (origin: string) => async (world: World) =>
  outcome(await world.ada().post("/sign-out", {}, { headers: { origin } }));

async function guess(world: World, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const answer = await world.browser().post("/sign-in/email", { email: ada, password: "a wrong password" });
    statuses.push(answer.status);
  }
  return statuses;
}

/** Of scrypt with N = 16; it matches no password. */
const cheapHash = `$scrypt$ln=4,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

export const requests: readonly Difference[] = [
  {
    row: "A call with cookies and without `Origin`",
    async observe(world) {
      const origin = world.isKept ? "http://localhost:3000" : null;
      return outcome(await world.ada().post("/update-user", { name: "Ada L." }, { headers: { origin } }));
    },
    was: "200",
    is: "403 MISSING_OR_NULL_ORIGIN",
    keep: "call",
  },
  {
    row: "A call of another site without cookies",
    async observe(world) {
      const headers = { origin: "https://shop.example.com" };
      return outcome(await world.browser().post("/sign-in/email", { email: ada, password }, { headers }));
    },
    was: "200",
    is: "403 INVALID_ORIGIN",
    keep: { config: { trustedOrigins: ["https://shop.example.com"] } },
  },
  {
    row: "A native app that sends its scheme as `Origin`",
    async observe(world) {
      if (!world.isKept) {
        const headers = { origin: "myapp://" };
        return outcome(await world.ada().post("/update-user", { name: "Ada L." }, { headers }));
      }
      const { body } = await world.browser().post("/sign-in/email", { email: ada, password });
      const headers = { origin: null, authorization: `Bearer ${body?.token}` };
      return outcome(await world.browser().post("/update-user", { name: "Ada L." }, { headers }));
    },
    was: "200",
    is: "403 INVALID_ORIGIN",
    old: { trustedOrigins: ["myapp://"] },
    options: { config: { trustedOrigins: ["myapp://"] } },
    keep: { config: { session: { bearer: true } } },
  },
  {
    row: "Bodies that are forms",
    async observe(world) {
      const person = { email: ada, password };
      if (world.isKept) return outcome(await world.browser().post("/sign-in/email", person));
      return outcome(await world.browser().postForm("/sign-in/email", person));
    },
    was: "200",
    is: "415 UNSUPPORTED_MEDIA_TYPE",
    keep: "call",
  },
  {
    row: "Size of a body",
    observe: async (world) =>
      outcome(await world.ada().post("/update-user", { name: "Ada", unknown: "x".repeat(70_000) })),
    was: "200",
    is: "413 PAYLOAD_TOO_LARGE",
  },
  {
    row: "Wildcards in `trustedOrigins` without a scheme",
    observe: callFrom("https://shop.example.com"),
    was: "200",
    is: "refused: trustedOrigins",
    old: { trustedOrigins: ["*.example.com"] },
    options: { config: { trustedOrigins: ["*.example.com"] } },
    keep: { config: { trustedOrigins: ["https://*.example.com"] } },
  },
  {
    row: "Hosts that a wildcard stands for",
    observe: callFrom("https://a.shop.example.com"),
    was: "200",
    is: "403 INVALID_ORIGIN",
    old: { trustedOrigins: ["*.example.com"] },
    options: { config: { trustedOrigins: ["https://*.example.com"] } },
    keep: { config: { trustedOrigins: ["https://*.example.com", "https://*.shop.example.com"] } },
  },
  {
    row: "Limits of calls outside production",
    observe: (world) => guess(world, 4),
    was: [401, 401, 401, 401],
    is: [401, 401, 401, 429],
    options: { config: { rateLimit: { enabled: true } } },
    keep: { config: { rateLimit: { enabled: false } } },
  },
  {
    row: "The header of an answer 429",
    async observe(world) {
      await guess(world, 3);
      const { headers } = await world.browser().post("/sign-in/email", { email: ada, password: "a wrong password" });
      return ["x-retry-after", "retry-after"].filter((name) => headers.has(name));
    },
    was: ["x-retry-after"],
    is: ["retry-after"],
    old: { rateLimit: { enabled: true } },
    options: { config: { rateLimit: { enabled: true } } },
  },
  {
    row: "Wrong passwords for one account",
    async observe(world) {
      // A cheap hash: twenty of better-auth's would take seconds.
      world.run('update "account" set "password" = ?', cheapHash);
      return (await guess(world, 21)).at(-1);
    },
    was: 401,
    is: 429,
    old: { emailAndPassword: { enabled: true, password: { verify: async () => false } } },
    options: {
      config: {
        rateLimit: {
          enabled: true,
          limits: { "/sign-in/email": false },
          wrongPasswords: { windowSeconds: 900, max: 20 },
        },
      },
    },
    keep: { config: { rateLimit: { wrongPasswords: { windowSeconds: 1, max: 1_000_000 } } } },
  },
  {
    row: "A short `secret`",
    observe: answersOk,
    was: "200",
    is: "refused: secret",
    old: { secret: "a short secret" },
    options: { config: { secret: "a short secret" } },
    keep: { config: { secret: "a77f60c2e94b1d835b06fe12c8d9743a" } },
  },
  {
    row: "No `baseURL`",
    observe: answersOk,
    was: "200",
    is: "refused: baseURL",
    old: { baseURL: undefined },
    options: { config: { baseURL: undefined } },
    keep: { config: { baseURL: "http://localhost:3000" } },
  },
];
