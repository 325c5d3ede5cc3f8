/** The `fetch` of a browser whose server answers each path below `/api/auth` with an object: `{ error }` is a failure. */
export function answering(answers: Readonly<Record<string, unknown>>): typeof fetch {
  return async (input) => {
    const path = new URL(String(input)).pathname.replace("/api/auth", "");
    if (!Object.hasOwn(answers, path)) return Response.json({ code: "NOT_FOUND", message: path }, { status: 404 });
    const answer = answers[path];
    const isFailure = answer !== null && typeof answer === "object" && "error" in answer;
    if (isFailure) return Response.json(answer.error, { status: 500 });
    const dates = [...new Set(datePaths(answer))].join("+");
    return new Response(JSON.stringify(answer), { headers: { "content-type": `application/json;dates=${dates}` } });
  };
}

/** The paths of dates, as a server writes them: a list has the path of the items. */
function datePaths(value: unknown, path: readonly string[] = []): readonly string[] {
  if (value instanceof Date) return [path.join(".")];
  if (Array.isArray(value)) return value.flatMap((item) => datePaths(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => datePaths(item, [...path, key]));
}

/** What a server of this name, without plugins, tells screens. */
export const usualOptions = {
  appName: null,
  emailAndPassword: {
    minPasswordLength: 8,
    maxPasswordLength: 128,
    signUp: true,
    resetPassword: true,
    requireEmailVerification: false,
  },
  providers: [],
  changeEmail: true,
  deleteUser: true,
  userFields: [],
};

const now = new Date();

/** The answer about the session of a user. */
export const sessionOf = (user: object): object => ({
  session: {
    id: "session",
    userId: "user",
    token: "token",
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(Date.now() + 86_400_000),
    ipAddress: null,
    userAgent: null,
  },
  user: {
    id: "user",
    name: "Ann",
    email: "ann@example.com",
    emailVerified: true,
    image: null,
    createdAt: now,
    updatedAt: now,
    ...user,
  },
});
