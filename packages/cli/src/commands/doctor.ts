import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { ConfigFailure } from "../config/why-not-loaded.js";
import { checkBilling } from "../doctor/billing.js";
import { checkDatabase } from "../doctor/database.js";
import { checkEnvironment } from "../doctor/environment.js";
import { type Finding, fail, ok, printFinding } from "../doctor/finding.js";
import { checkUrls } from "../doctor/url.js";
import { exitCodes, Failure } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** Checks an app, with a line for each check. The exit code is 1 if a check fails. */
export async function doctor(terminal: Terminal, options: ConfigOptions): Promise<number> {
  const findings = await findingsOf(options);
  for (const finding of findings) printFinding(terminal, finding);
  const count = (level: Finding["level"]): number => findings.filter((one) => one.level === level).length;
  const failed = count("fail");
  terminal.print("");
  terminal.print(`${failed} failed, ${count("warn")} with a warning, ${count("ok")} well.`);
  return failed > 0 ? exitCodes.failed : exitCodes.done;
}

async function findingsOf(options: ConfigOptions): Promise<readonly Finding[]> {
  try {
    return await withAuth(options, async (loaded) => [
      ok("config", describe(loaded)),
      ...checkUrls(loaded),
      ...checkEnvironment(loaded),
      ...(await checkDatabase(loaded)),
      ...(await checkBilling(loaded)),
    ]);
  } catch (error) {
    if (error instanceof ConfigFailure)
      return error.errors.map((one) => fail("config", one, `Change it in ${error.path} or its env files.`));
    if (error instanceof Failure) return [fail("config", error.message, error.remedy ?? "")];
    throw error;
  }
}

function describe({ path, envFiles, plugins = [] }: LoadedAuth): string {
  const read = envFiles.length === 0 ? "no env file" : envFiles.join(", ");
  const ids = plugins.map(({ id }) => id);
  return `${path}, ${read}${ids.length === 0 ? "" : `, plugins: ${ids.join(", ")}`}`;
}
