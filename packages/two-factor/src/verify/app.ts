import type { TxContext } from "@keyhold/core/plugin";
import { matchStep, readSecret } from "../codes/totp.js";
import { mayConfirmFirst } from "../enrol/required.js";
import { twoFactorErrors } from "../errors.js";
import { encryptSecret, factorOf, hasTotp, isEnabled, openSecret } from "../factor/factor.js";
import { type FactorRow, twoFactorModel } from "../models.js";
import type { Factor } from "./give-code.js";

/** The errors of a code of the authenticator app. */
export const totpErrors = [
  "INVALID_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOTP_NOT_ENABLED",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/** The app of a user, with its opened secret. */
type App = FactorRow & { readonly opened: Awaited<ReturnType<typeof openSecret>> };

/** The app whose code was given, the time step of the code, and the secret again if its encryption is outdated. */
interface MatchedStep {
  readonly app: FactorRow;
  readonly step: number;
  readonly again: { readonly secret?: string };
}

/** A code of the authenticator app. */
export const app: Factor<App, MatchedStep, "TOTP_NOT_ENABLED" | "INVALID_CODE"> = {
  kind: "totp",
  wrong: twoFactorErrors.INVALID_CODE,
  async find(ctx, { factor, mayConfirm = true }) {
    if (!factor?.secret || !(mayConfirm || hasTotp(factor))) return ctx.fail(twoFactorErrors.TOTP_NOT_ENABLED);
    return { ...factor, opened: await openSecret(ctx, factor) };
  },
  async match(ctx, { code }, { opened, ...app }) {
    const secret = readSecret(opened?.text ?? "");
    const step = secret && matchStep(secret, code, ctx.now());
    if (step === null) return null;
    const again = opened?.isOutdated ? { secret: await encryptSecret(ctx, app.userId, opened.text) } : {};
    return { app, step, again };
  },
  methods: () => ["otp"],
  async consume(ctx, user, { subject: { pending }, options, now }, { app, step, again }) {
    const present = await factorOf(ctx, user.id);
    // Enrolled anew meanwhile, or another caller has used this step or a later one.
    if (!present || (present.lastUsedStep ?? -1) >= step || !(await isSameSecret(ctx, present, app))) return null;
    // An app that is added to another factor is confirmed from a session only.
    if (!present.verified && pending && !(await mayConfirmFirst(ctx, options, user, pending.methods))) return null;
    const change = { lastUsedStep: step, verified: true, updatedAt: now, ...again };
    const enrolledNow = isEnabled(user) ? {} : { createdAt: now };
    await ctx.db.update(twoFactorModel, present.id, { ...change, ...enrolledNow }, user);
    return { effect: present.verified ? "none" : { enables: "totp" } };
  },
};

/** Also if the secret was encrypted again since: two encryptions of one text are not equal. */
const isSameSecret = async (ctx: TxContext, present: FactorRow, seen: FactorRow): Promise<boolean> =>
  present.secret === seen.secret ||
  (present.secret !== null && (await openSecret(ctx, present))?.text === (await openSecret(ctx, seen))?.text);
