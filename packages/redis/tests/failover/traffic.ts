import { setTimeout as pause } from "node:timers/promises";
import { type AppProcess, type AppRequest, type AppResponse, password } from "./processes.js";

/** What clients have seen. */
export interface TrafficReport {
  readonly requests: number;
  /** Sessions that were signed out, and then shown nevertheless. */
  readonly shownAfterSignOut: readonly string[];
  /** Sessions that were not shown although they existed. */
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

export interface Traffic {
  stop(): Promise<TrafficReport>;
}

const clients = 6;

/**
 * Starts clients that sign up, read their session at each process, sign out at one process, and read the ended session
 * at each process again. A further client reads all ended sessions repeatedly, as an attacker with a copied cookie.
 */
export function startTraffic(processes: readonly AppProcess[]): Traffic {
  const report = {
    requests: 0,
    shownAfterSignOut: [] as string[],
    missing: [] as string[],
    unexpected: [] as string[],
  };
  const ended: string[] = [];
  let isOpen = true;

  const ask = async (index: number, path: string, request?: AppRequest): Promise<AppResponse> => {
    const process = processes[index % processes.length];
    if (!process) throw new Error("There is no process.");
    const response = await process.ask(path, request);
    report.requests += 1;
    if (response.status !== 200) report.unexpected.push(`${path}: ${response.status} ${response.text}`);
    return response;
  };
  const readEnded = async (cookie: string, from: number): Promise<void> => {
    for (let index = from; index < from + processes.length; index += 1) {
      const { text } = await ask(index, "/get-session", { cookie });
      if (text !== "null") report.shownAfterSignOut.push(`at process ${index % processes.length}: ${text}`);
    }
  };

  const live = async (client: number): Promise<void> => {
    for (let round = 0; isOpen; round += 1) {
      const email = `client-${client}-${round}@example.com`;
      // Each user has a separate network, because networks have limits, too.
      const ipAddress = `10.${client}.${round % 256}.1`;
      const body = { name: "Ada", email, password };
      const { cookie } = await ask(client + round, "/sign-up/email", { body, ipAddress });
      for (let read = 0; read < 2 * processes.length; read += 1) {
        const { text } = await ask(read, "/get-session", { cookie });
        if (!text.includes(email)) report.missing.push(`${email} at process ${read % processes.length}: ${text}`);
        await pause(5);
      }
      await ask(round, "/sign-out", { body: {}, cookie });
      ended.push(cookie);
      await readEnded(cookie, round);
    }
  };
  const watch = async (): Promise<void> => {
    for (let round = 0; isOpen; round += 1) {
      const cookie = ended.length > 0 ? ended[(round * 7919) % ended.length] : undefined;
      if (cookie) await readEnded(cookie, round);
      await pause(2);
    }
  };

  const running = [watch(), ...Array.from({ length: clients }, (_, client) => live(client))];
  return {
    async stop() {
      isOpen = false;
      await Promise.all(running);
      for (const cookie of ended) await readEnded(cookie, 0);
      return report;
    },
  };
}
