import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** The lines of SMTP that a sender without extensions needs (RFC 5321, section 4.3.2). */
const replies: Readonly<Record<string, string>> = { DATA: "354 Go on", QUIT: "221 Bye" };

export interface SmtpInbox {
  readonly url: string;
  /** The text of each email. */
  readonly received: readonly string[];
  close(): void;
}

/** A server that keeps each received email. */
export async function openSmtpInbox(): Promise<SmtpInbox> {
  const received: string[] = [];
  const server = createServer((socket) => void receive(socket, received));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => void server.close() };
}

async function receive(socket: Socket, received: string[]): Promise<void> {
  socket.write("220 inbox\r\n");
  let email: string[] | null = null;
  for await (const line of createInterface({ input: socket })) {
    if (email && line !== ".") {
      email.push(line);
      continue;
    }
    if (email) received.push(email.join("\n"));
    email = line === "DATA" ? [] : null;
    socket.write(`${replies[line] ?? "250 OK"}\r\n`);
    if (line === "QUIT") return void socket.end();
  }
}
