import { defineExpiringValue, type StoredValue } from "../../adapter/expiring-value.js";
import type { Caller, Context, TxContext } from "../../contract/context.js";
import type { Presence, Schema } from "../../contract/schema.js";
import * as z from "../../contract/schema.js";
import { readCode } from "../../secret/given-code.js";
import { randomText } from "../../secret/random.js";
import { countCodeGuess, hasGuesses } from "./code-guesses.js";
import { type Asker, readChallenges, tryStore, untilFirst } from "./live-challenges.js";
import { consumeRound } from "./round.js";

/** What the rows of links and codes have in common. */
export interface SentProof {
  /** Where the secret was sent: an address of email, or a phone number. */
  readonly to: string;
  /** The account with the address or number when the secret was asked for; null: no account. */
  readonly userId: string | null;
  /** See `roundOf`. */
  readonly round: string;
}

/** The fields of a `SentProof`, for a schema. */
export const sentProof = {
  to: z.string(),
  userId: z.string().nullable(),
  round: z.string(),
} as const;

/** The form of a code. */
export interface CodeForm {
  readonly digits: number;
  readonly expiresInSeconds: number;
  /** Who asks for the code. */
  readonly asker: Asker;
}

/** A right guess. */
export interface RightCode<V> {
  readonly kind: "right";
  readonly value: V;
  /** Uses up the code and the round of its recipient: of many callers one gets true. */
  consume(ctx: TxContext): Promise<boolean>;
}

/** The result of a guess. "used up": this was the first guess too many; each further guess is wrong. */
export type CodeGuess<V> =
  | RightCode<V>
  | { readonly kind: "wrong" }
  | { readonly kind: "used up" }
  | { readonly kind: "too many"; readonly retryAfterSeconds: number };

/** A guess at a code. */
export interface GivenGuess {
  readonly code: string;
  readonly caller: Caller;
  /** Asks another service whether its code is right, in place of the comparison, within the same budgets. */
  readonly isRight?: (() => Promise<boolean>) | undefined;
}

/** The codes that a plugin sends, each stored under a name. `V`: a flat record. */
export interface SentCodes<V extends SentProof> {
  /**
   * The digits for a message. A caller who asks again gets the present code until half of its time has passed: two
   * messages, one code. Else a new code replaces the present code. Null: three other askers have a live challenge of the
   * recipient, and the asker is not known; then no message is sent.
   */
  issue(ctx: Context, name: string, value: V, form: CodeForm): Promise<string | null>;
  /** Compares a guess within the budgets. Only `consume` of a right guess uses the code up. */
  guess(ctx: Context, name: string, guess: GivenGuess): Promise<CodeGuess<V>>;
}

/**
 * Declares codes that are sent to an address of email or a phone number. The name of a code contains a challenge, so
 * that a code works for the caller who asked. The digits are derived from the random salt of the row, the name and the
 * recipient by a key of the server:
 * so the code can be sent again, and no reader of the database can find a code.
 *
 * @param purpose unique in the auth
 */
export function defineSentCodes<V extends SentProof>(
  purpose: string,
  value: Schema<V, unknown, Presence>,
): SentCodes<V> {
  interface SentCode {
    readonly value: V;
    readonly digits: number;
    readonly salt: string;
  }
  const stored = z.object({ value, digits: z.number(), salt: z.string() }) as unknown as Schema<SentCode>;
  const codes = defineExpiringValue<SentCode>(purpose, { lifetimeSeconds: 600, value: stored });

  const digitsOf = ({ signedValues }: Pick<Context, "signedValues">, name: string, code: SentCode): string => {
    const text = JSON.stringify([code.salt, name, code.value.to]);
    return decimal(signedValues.fingerprint(purpose, text), code.digits);
  };
  const keyOf = (name: string, { salt }: SentCode): string => `${purpose} ${name} ${salt}`;
  /** Takes equal time for each wrong code. */
  const isRight = ({ signedValues }: Pick<Context, "signedValues">, right: string, given: string): boolean => {
    const hash = signedValues.fingerprint(`${purpose} guess`, right);
    return signedValues.isFingerprint(`${purpose} guess`, readCode(given), hash);
  };

  return {
    issue: (ctx, name, value, { digits, expiresInSeconds, asker }) =>
      untilFirst(async () => {
        // Read first: of two tabs at once the second is overtaken, or finds the code of the first.
        const challenges = await readChallenges(ctx, value.round);
        const present = await codes.find(ctx, name);
        const isSame = present?.value.digits === digits && hasEqualFields(present.value.value, value);
        if (present && isSame && isFirstHalf(ctx, present) && (await hasGuesses(ctx, keyOf(name, present.value))))
          return digitsOf(ctx, name, present.value);
        const code = { value, digits, salt: randomText(16) };
        const expiresAt = new Date(ctx.now().getTime() + expiresInSeconds * 1000);
        const { id } = codes.placeOf(name);
        const row = { ...codes.rowOf(ctx, name, code, expiresAt), id };
        const stored = await tryStore(ctx, challenges, { round: value.round, asker, row });
        if (stored === "overtaken") return undefined;
        return stored === "stored" ? digitsOf(ctx, name, code) : null;
      }),
    async guess(ctx, name, { code: given, caller, isRight: check }) {
      const code = (await codes.find(ctx, name))?.value;
      if (!code) return { kind: "wrong" };
      const { value, salt } = code;
      const counted = { key: keyOf(name, code), to: value.to, userId: value.userId };
      const verdict = await countCodeGuess(ctx, counted, caller);
      if (!verdict.isAllowed && verdict.of === "recipient")
        return { kind: "too many", retryAfterSeconds: verdict.retryAfterSeconds };
      if (!verdict.isAllowed) return { kind: verdict.isFirst ? "used up" : "wrong" };
      if (!(await (check?.() ?? isRight(ctx, digitsOf(ctx, name, code), given)))) {
        await verdict.wrong();
        return { kind: "wrong" };
      }
      await verdict.right();
      const consume = async (ctx: TxContext): Promise<boolean> =>
        (await codes.consume(ctx, name))?.salt === salt && consumeRound(ctx, value);
      return { kind: "right", value, consume };
    },
  };
}

const isFirstHalf = ({ now }: Pick<Context, "now">, { createdAt, expiresAt }: StoredValue<unknown>): boolean => {
  const [from, until] = [(createdAt ?? expiresAt).getTime(), expiresAt.getTime()];
  return until - now().getTime() > (until - from) / 2;
};

/** Whether two flat records have equal fields, in any order. */
function hasEqualFields(one: object, other: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(one));
  return Object.entries(other).every(([name, value]) => fields.get(name) === value);
}

/** A fingerprint as digits. */
function decimal(fingerprint: string, digits: number): string {
  const bytes = atob(fingerprint.replaceAll("-", "+").replaceAll("_", "/"));
  const limit = 10n ** BigInt(digits);
  const number = [...bytes].reduce((sum, byte) => (sum * 256n + BigInt(byte.charCodeAt(0))) % limit, 0n);
  return String(number).padStart(digits, "0");
}
