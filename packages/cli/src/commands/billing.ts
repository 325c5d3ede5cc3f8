import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `keyhold billing sync`. */
export interface BillingSyncOptions extends ConfigOptions {
  readonly user?: string;
  readonly organization?: string;
}

/** The calls of the plugin `billing` for repairs. */
interface BillingCalls {
  syncAll(input: object): Promise<Synced>;
  syncCustomer(owner: { readonly userId?: string; readonly organizationId?: string }): Promise<Synced | null>;
  replay(input: object): Promise<{ readonly asked: number; readonly known: number }>;
}

interface Synced {
  readonly read: number;
  readonly written: number;
}

/** Reads the lists of the payments provider, or what one owner has there, into the mirror. */
export const billingSync = (terminal: Terminal, options: BillingSyncOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const calls = callsOf(loaded);
    const { user, organization } = options;
    terminal.note("Reading from the payments provider. After an interruption, the same command goes on.");
    const synced = await asked(() => {
      if (user !== undefined) return calls.syncCustomer({ userId: user });
      if (organization !== undefined) return calls.syncCustomer({ organizationId: organization });
      return calls.syncAll({});
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
    const { asked: sent, known } = await asked(() => callsOf(loaded).replay({}));
    terminal.print(`Asked for ${sent} events. The app has accepted ${known} others in the meantime.`);
    return exitCodes.done;
  });

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

async function asked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new Failure(
      `The payments provider was not read to the end: ${messagesOf(error)}`,
      "What was read is written. Run the command again.",
      { cause: error },
    );
  }
}
