import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../tests/harness/free-port.ts";
import { site, vitepress } from "./built-site.ts";

/** The built site on a port of its own. */
export interface Preview {
  readonly url: string;
  stop(): void;
}

export async function servePreview(): Promise<Preview> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn("node", [vitepress, "preview", site, "--port", String(port)], { stdio: "ignore" });
  while (!(await fetch(url).catch(() => null))?.ok) await pause(50);
  return { url, stop: () => void server.kill() };
}
