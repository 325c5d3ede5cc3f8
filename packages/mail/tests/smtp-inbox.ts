import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A message as received. */
export interface Received {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface SmtpInbox {
  readonly port: number;
  readonly received: readonly Received[];
  /** Rejects every recipient from now on. */
  refuse(): void;
  close(): Promise<void>;
}

/** A real SMTP server on a free local port, which keeps the received messages. */
export async function openSmtpInbox(): Promise<SmtpInbox> {
  const received: Received[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo: (_, __, done) => done(isRefusing ? new Error("No such person") : null),
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const sender = envelope.mailFrom ? envelope.mailFrom.address : "";
      const recipients = envelope.rcptTo.map(({ address }) => address);
      received.push({ sender, recipients, raw: Buffer.concat(chunks).toString("utf8") });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: () => {
      isRefusing = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
