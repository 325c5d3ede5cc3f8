import type { AuthConfig } from "@keyhold/core";

function logUnexpected({ level, message, cause = "" }: { level: string; message: string; cause?: string }): void {
  if (level === "error" && !cause.startsWith("StorageUnavailable")) console.error(message, cause);
}

/** One config for every process of a race. The hash is not raced: a cheap one lets the writes meet. */
export const raceConfig = {
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  emailAndPassword: {
    enabled: true,
    passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    passwordQueueSeconds: 60,
  },
  emailVerification: { autoSignIn: true },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  rateLimit: { enabled: false, wrongPasswords: false },
  mail: () => undefined,
  // The test expects outages: only other errors are of interest.
  ...(process.env.RACE_OUTAGES && { log: logUnexpected }),
} as const satisfies Omit<AuthConfig, "database">;
