import { signWebhook } from "@keyhold/billing-schema/webhook";

/** A try to send a body to the endpoint. */
export interface Sending {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  readonly timeoutSeconds: number;
  readonly sign: Signer;
}

/** The headers of a signed delivery. */
export type Signer = (
  delivery: Pick<Sending, "secret" | "id" | "body" | "sentAt">,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** The headers of Polar. */
export const signInPolar: Signer = async (delivery) => ({
  ...(await signWebhook(delivery)),
  "user-agent": "polar.sh webhooks",
});

export interface Sent {
  readonly status: number | null;
  readonly answer: string;
  readonly isAccepted: boolean;
}

const maxAnswerLength = 200;

/** Posts a signed event. A redirect, a slow answer and each status but 2xx are refusals. */
export async function send({ url, secret, id, body, sentAt, timeoutSeconds, sign }: Sending): Promise<Sent> {
  const signed = await sign({ secret, id, sentAt, body });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: signed,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    const answer = (await response.text()).slice(0, maxAnswerLength);
    return { status: response.status, answer, isAccepted: response.ok };
  } catch (error) {
    const reason =
      Object(error).name === "TimeoutError" ? `no answer within ${timeoutSeconds} seconds` : causeOf(error);
    return { status: null, answer: reason, isAccepted: false };
  }
}

const causeOf = (error: unknown): string => {
  const cause = Object(Object(error).cause ?? error);
  return String(cause.code ?? cause.message).slice(0, maxAnswerLength);
};
