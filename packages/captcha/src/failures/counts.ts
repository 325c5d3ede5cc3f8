import type { ChallengedAction, User } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import { digestOf } from "../digest.js";

const window = { windowSeconds: 900, max: Number.MAX_SAFE_INTEGER };
const maxFailures = 3;
/** The fields with a secret that a bot guesses. A call without such a field, e.g. for a code by email, fails nowhere. */
const secretFields = ["password", "otp", "code"] as const;

type Counting = Pick<Context, "limiter" | "settings">;

/** What the counts say about a call. */
interface Counted {
  /** After three sign-ins without success from the address of the client, or with the given name, of a user or not. */
  readonly isDue: boolean;
  /** Whether the call was counted as a sign-in. */
  readonly isTry: boolean;
}

/** Counts a sign-in before its password is compared, so that calls at once are counted, too. */
export async function count(
  ctx: Counting,
  { action, input, caller }: { readonly action: ChallengedAction; readonly input: unknown; readonly caller: Caller },
): Promise<Counted> {
  const address = addressKeys(ctx, caller);
  const names = await nameKeys(namesIn(input));
  const tried = [...names, ...(address ? [address.tried] : [])];
  const isTry = action === "sign-in" && textsIn(input, secretFields).length > 0;
  const before = isTry
    ? await Promise.all(tried.map(async (key) => (await ctx.limiter.consume(key, window)).count - 1))
    : await ctx.limiter.peek(tried);
  const [passed = 0] = address ? await ctx.limiter.peek([address.passed]) : [];
  return { isDue: before.some((count, index) => count - (index < names.length ? 0 : passed) >= maxFailures), isTry };
}

/** Counts a sign-in with a right password, or by another way: the names of the user begin anew. */
export async function noteSuccess(ctx: Counting, user: User, caller: Caller): Promise<void> {
  await ctx.limiter.reset(await nameKeys(namesIn(user)));
  const address = addressKeys(ctx, caller);
  if (address) await ctx.limiter.consume(address.passed, window);
}

/** A number is named by its last digits: with and without the code of the country, and with any blanks and brackets. */
const namesIn = (record: unknown): readonly string[] => [
  ...textsIn(record, ["email", "username"]).map((name) => name.normalize("NFKC").trim().toLowerCase()),
  ...textsIn(record, ["phoneNumber"]).map((number) => number.normalize("NFKC").replace(/\D/g, "").slice(-8)),
];

function textsIn(record: unknown, fields: readonly string[]): readonly string[] {
  if (typeof record !== "object" || record === null) return [];
  return fields.map((field): unknown => Reflect.get(record, field)).filter((value) => typeof value === "string");
}

const nameKeys = (names: readonly string[]): Promise<readonly string[]> =>
  Promise.all([...new Set(names)].map(async (name) => `captcha tried|name|${await digestOf(name)}`));

/** Many people may share an address: each success raises what the address may try. */
function addressKeys({ settings }: Counting, { ipAddress }: Caller) {
  if (ipAddress === null) return null;
  const bucket = settings.clientAddress.bucketOf(ipAddress);
  return { tried: `captcha tried|address|${bucket}`, passed: `captcha passed|address|${bucket}` };
}
