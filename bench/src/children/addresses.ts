import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { phoneNumber } from "@keyhold/phone-number";
import { answerCalls } from "../calls.ts";
import { baseURL, secret } from "../contenders/contender.ts";
import type { KeyPlace } from "../contenders/keys/contender.ts";
import { emailOf, numberOf } from "../load/addresses.ts";

const [type, place] = process.argv.slice(2) as [KeyPlace["database"], string];
const database: SqlDatabase = type === "SQLite" ? sqlite(place) : postgres(place);
const endless = { windowSeconds: 86_400, max: 1_000_000_000 } as const;
/** Without the limits of a client: all requests come from one client. The limits of an address count. */
const limits = Object.fromEntries(
  ["/sign-in/magic-link", "/email-otp/send-verification-otp", "/email-otp/request-password-reset"]
    .concat(["/forget-password", "/send-verification-email"])
    .concat(["/phone-number/send-otp", "/phone-number/request-password-reset"])
    .map((path) => [path, false] as const),
);
const auth = createAuth({
  secret,
  baseURL,
  database,
  emailAndPassword: { enabled: true },
  mail: async () => {},
  rateLimit: { limits, emailsPerSender: endless },
  plugins: [
    emailOtp(),
    magicLink({ withCode: true }),
    phoneNumber({
      allowedCountries: ["DE"],
      sendMessage: async () => {},
      perCaller: endless,
      perCountry: endless,
      perApp: endless,
    }),
  ],
});
const server = createServer(nodeHandler(auth));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const methods = {
  port: (): number => (server.address() as AddressInfo).port,
  /** Makes users with these numbers, each with an address and a phone number. */
  async prepare({
    from,
    to,
    isVerified,
  }: {
    readonly from: number;
    readonly to: number;
    readonly isVerified: boolean;
  }) {
    await (await planMigration(database, auth.schema)).apply();
    const adapter = database.connect(auth.schema);
    for (let number = from; number < to; number += 1) {
      const now = new Date();
      const row = {
        name: "Person",
        email: emailOf(number),
        emailVerified: isVerified,
        image: null,
        createdAt: now,
        updatedAt: now,
        phoneNumber: numberOf(number),
        phoneNumberVerified: true,
      };
      await adapter.insert(userModel, row);
    }
  },
  /** Waits for the emails of all answers. */
  idle: (): Promise<void> => auth.idle(),
  async close(): Promise<void> {
    await auth.idle();
    server.closeAllConnections();
    server.close();
    await database.close();
  },
};
export type AddressMethods = typeof methods;

answerCalls(methods);
