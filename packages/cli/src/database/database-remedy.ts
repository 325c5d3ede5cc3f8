interface Known {
  /** Codes and numbers of drivers. */
  readonly codes: RegExp;
  /** Words of messages. */
  readonly words: RegExp;
  readonly remedy: string;
}

const never = /(?!)/;

/** The causes of an error of a database, the most exact first. */
const causes: readonly Known[] = [
  {
    codes: /^(28P01|28000|1045|1698)$/,
    words: /password authentication failed/,
    remedy: "Correct the user and the password in the URL.",
  },
  { codes: /^(3D000|1049)$/, words: never, remedy: "Create the database, or correct its name in the URL." },
  {
    codes: /^(42501|1044|1142|1227)$/,
    words: never,
    remedy: "Grant the user of the URL the rights on the database and its tables.",
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+|ERR_INVALID_URL)$/,
    words: /Invalid URL/,
    remedy: "Correct the host name in the URL.",
  },
  {
    codes: /CERT|_TLS_|_SSL_/,
    words: /certificate|\bSSL\b|\bTLS\b/,
    remedy: "Correct the TLS settings of the URL, e.g. `sslmode`, or give the driver the certificate.",
  },
  {
    codes: /^(53300|1040|1203)$/,
    words: /too many (clients|connections)/i,
    remedy: "Close connections, or raise the maximum of the server.",
  },
  {
    codes: /^SQLITE_CANTOPEN/,
    words: /unable to open database file|folder of the SQLite database/,
    remedy: "Create the folder of the file, and let this user write there.",
  },
  {
    codes: /^SQLITE_NOTADB/,
    words: /file is not a database/,
    remedy: "The file is no database of SQLite: correct its path.",
  },
  {
    codes: /^SQLITE_READONLY/,
    words: /readonly database/,
    remedy: "Let this user write the file and its folder.",
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    words: /database is locked/,
    remedy: "Another process writes to the file: wait for its end, or stop it.",
  },
  {
    codes: /^(42P01|42703|1146|1054)$/,
    words: /no such (table|column)/,
    remedy: "Make the tables: npx keyhold migrate, or with Drizzle or Prisma their migration.",
  },
  {
    codes: /^(ERR_)?MODULE_NOT_FOUND$/,
    words: /Cannot find (package|module)/,
    remedy: "Install the driver of the database.",
  },
  {
    codes: /^(ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|PROTOCOL_)/,
    words: /timeout/i,
    remedy: "Check that the server runs, the host and port in the URL, and the firewall between.",
  },
];

/** The remedy of an error of the database, by the error and the causes. An unknown error has to explain itself. */
export function databaseRemedy(error: unknown): string {
  const chain = chainOf(error, 0);
  const found = causes.find(({ codes, words }) =>
    chain.some(
      ({ code, errno, message }) =>
        codes.test(String(code)) || codes.test(String(errno)) || words.test(String(message)),
    ),
  );
  return found?.remedy ?? "Correct what the message names.";
}

type Thrown = Readonly<Record<string, unknown>>;

/** The error, the causes, and the errors of several addresses. */
function chainOf(error: unknown, depth: number): readonly Thrown[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { cause, errors } = error as Thrown;
  return [
    error as Thrown,
    ...[cause, ...(Array.isArray(errors) ? errors : [])].flatMap((inner) => chainOf(inner, depth + 1)),
  ];
}
