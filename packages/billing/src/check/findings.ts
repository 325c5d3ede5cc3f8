import type { BillingProviderError } from "../provider/error.js";
import type { ComparedEntity } from "./check.js";
import type { CheckedDeliveries } from "./deliveries.js";

/** What is not as it should be. */
export interface CheckFinding {
  /** "token", "webhook", or the entity, e.g. "orders". */
  readonly subject: string;
  /** A sentence that names the next command, or what to change. */
  readonly message: string;
}

const sync = "`npx keyhold billing sync`";
const replay = "`npx keyhold billing replay`";

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The provider rejects the access token. */
export const rejected = (error: BillingProviderError, environment: string): CheckFinding => ({
  subject: "token",
  message: `The access token may not read ${environment} (${error.message}): give the provider a token of ${environment} with the right to read.`,
});

export function deliveryFindings(
  { hasAny, last, failed, oldestFailedAt }: CheckedDeliveries,
  entities: readonly ComparedEntity[],
): readonly CheckFinding[] {
  const messages: string[] = [];
  if (!hasAny && entities.some(({ entity, atProvider }) => entity === "customers" && atProvider > 0)) {
    messages.push(
      `The provider has delivered no event: enter the URL of \`POST /billing/webhook\` at the provider, then run ${sync}.`,
    );
  }
  // Of an event that the app has accepted only the answer was late.
  if (last && !last.isAccepted && failed > 0) {
    const answer = last.status === null ? "no answer" : `status ${last.status}`;
    messages.push(
      `The last delivery failed (${last.type}, ${answer}): look at the app's log, switch the endpoint on again at the provider, then run ${replay}.`,
    );
  }
  if (failed > 0 && oldestFailedAt) {
    const since = oldestFailedAt.toISOString();
    messages.push(
      `The app has not accepted ${counted(failed, "event")}, since ${since}: ${replay} asks for them again.`,
    );
  }
  return messages.map((message) => ({ subject: "webhook", message }));
}

export function comparisonFindings(compared: ComparedEntity): readonly CheckFinding[] {
  const { entity, missing, outdated, altered, gone } = compared;
  const messages: string[] = [];
  const written = `${sync} writes them.`;
  if (missing > 0) messages.push(`The mirror lacks ${missing} of ${compared.atProvider} ${entity}: ${written}`);
  if (outdated > 0)
    messages.push(`The mirror has ${counted(outdated, "row")} of ${entity} in an older state: ${written}`);
  if (gone > 0) {
    messages.push(
      `The provider no longer has ${counted(gone, "row")} of ${entity}: ${sync} marks them with \`goneAt\`.`,
    );
  }
  if (altered > 0) {
    messages.push(
      `The mirror has other values in ${counted(altered, "row")} of ${entity} of the provider's version: remove the rows, then ${written}`,
    );
  }
  return messages.map((message) => ({ subject: entity, message }));
}
