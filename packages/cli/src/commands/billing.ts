import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { type Finding, fail, ok, printFinding } from "../doctor/finding.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import { type Progress, progressNotes } from "../terminal/progress.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `keyhold billing sync`. */
export interface BillingSyncOptions extends ConfigOptions {
  readonly user?: string;
  readonly organization?: string;
}

interface Reading {
  readonly onProgress: (progress: Progress) => void;
}

/** The calls of the plugin `billing` for repairs. */
interface BillingCalls {
  syncAll(input: Reading): Promise<Synced>;
  syncCustomer(owner: Reading & { readonly userId?: string; readonly organizationId?: string }): Promise<Synced | null>;
  replay(input: Reading): Promise<{ readonly asked: number; readonly known: number }>;
  check(input: Reading): Promise<Checked>;
}

interface Synced {
  readonly read: number;
  readonly written: number;
}

interface Checked {
  readonly environment: string;
  readonly deliveries: { readonly last: { readonly type: string; readonly at: Date } | null } | null;
  readonly entities: readonly { readonly entity: string; readonly atProvider: number; readonly inMirror: number }[];
  readonly syncedAt: Date | null;
  readonly findings: readonly { readonly subject: string; readonly message: string }[];
}

/** Reads the lists of the payments provider, or what one owner has there, into the mirror. */
export const billingSync = (terminal: Terminal, options: BillingSyncOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const calls = callsOf(loaded);
    const { user, organization } = options;
    terminal.note("Reading from the payments provider. After an interruption, the same command goes on.");
    const synced = await asked(terminal, "What was read is written. Run the command again.", (reading) => {
      if (user !== undefined) return calls.syncCustomer({ userId: user, ...reading });
      if (organization !== undefined) return calls.syncCustomer({ organizationId: organization, ...reading });
      return calls.syncAll(reading);
    });
    if (synced === null) {
      terminal.print("The payments provider has no customer of this owner.");
      return exitCodes.failed;
    }
    terminal.print(`Read ${synced.read} entities, wrote ${synced.written} rows.`);
    return exitCodes.done;
  });

/** Asks the payments provider to send again what the app refused. */
export const billingReplay = (terminal: Terminal, options: ConfigOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const calls = callsOf(loaded);
    const remedy = "Run the command again: it asks for no event that the app has accepted.";
    const { asked: sent, known } = await asked(terminal, remedy, (reading) => calls.replay(reading));
    terminal.print(`Asked for ${sent} events. The app has accepted ${known} others in the meantime.`);
    return exitCodes.done;
  });

/** Compares the mirror with the payments provider, with a line for each check. The exit code is 1 if a check fails. */
export const billingCheck = (terminal: Terminal, options: ConfigOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const calls = callsOf(loaded);
    terminal.note("Comparing with the payments provider. Nothing is written.");
    const remedy = "Run the command again when the provider answers.";
    const checked = await asked(terminal, remedy, (reading) => calls.check(reading));
    for (const finding of linesOf(checked)) printFinding(terminal, finding, 13);
    terminal.print("");
    const { length } = checked.findings;
    terminal.print(length === 0 ? "The mirror agrees with the provider." : `${length} to repair.`);
    return length === 0 ? exitCodes.done : exitCodes.failed;
  });

/** A line for each subject: what is well, or the findings. */
function linesOf({ environment, deliveries, entities, syncedAt, findings }: Checked): readonly Finding[] {
  const of = (subject: string, well: string): readonly Finding[] => {
    const found = findings.filter((finding) => finding.subject === subject);
    return found.length === 0 ? [ok(subject, well)] : found.map(({ message }) => fail(subject, message, ""));
  };
  const token = of("token", `Works for ${environment}.`);
  if (deliveries === null) return token;
  const { last } = deliveries;
  const compared = new Set(["token", "webhook", ...entities.map(({ entity }) => entity)]);
  const others = findings.filter(({ subject }) => !compared.has(subject));
  const delivered = last ? `The last event, ${last.type}, arrived at ${last.at.toISOString()}.` : "No event yet.";
  return [
    ...token,
    ...of("webhook", delivered),
    ...entities.flatMap(({ entity, atProvider, inMirror }) =>
      of(entity, `${atProvider} at the provider, ${inMirror} in the mirror.`),
    ),
    ...others.map(({ subject, message }) => fail(subject, message, "")),
    ok("sync", syncedAt ? `Last ended at ${syncedAt.toISOString()}.` : "Never ran to its end."),
  ];
}

function callsOf({ auth, plugins = [], path }: LoadedAuth): BillingCalls {
  if (!plugins.some(({ id }) => id === "billing"))
    throw new Failure(
      `${path} has no plugin "billing".`,
      "Install @keyhold/billing, and write `plugins: [billing({ webhook, provider })]`.",
    );
  const calls = Object(Reflect.get(auth.api, "billing"));
  if (typeof Reflect.get(calls, "syncAll") !== "function")
    throw new Failure(
      `The plugin "billing" of ${path} has no \`provider\`.`,
      "Write `billing({ webhook, provider: polar({ accessToken }) })`, and apply its tables: npx keyhold migrate",
    );
  return calls;
}

/** Calls the plugin, and shows the progress of the call. */
async function asked<Answer>(
  terminal: Terminal,
  remedy: string,
  call: (reading: Reading) => Promise<Answer>,
): Promise<Answer> {
  const notes = progressNotes(terminal);
  try {
    return await call({ onProgress: notes.show });
  } catch (error) {
    throw new Failure(`The payments provider was not read to the end: ${messagesOf(error)}`, remedy, { cause: error });
  } finally {
    notes.end();
  }
}
