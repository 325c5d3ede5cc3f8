/** The `fetch` of a browser whose server answers each path below `/api/auth` with an object: `{ error }` is a failure. */
export function answering(answers: Readonly<Record<string, unknown>>): typeof fetch {
  return async (input) => {
    const path = new URL(String(input)).pathname.replace("/api/auth", "");
    if (!Object.hasOwn(answers, path)) return Response.json({ code: "NOT_FOUND", message: path }, { status: 404 });
    const answer = answers[path];
    const isFailure = answer !== null && typeof answer === "object" && "error" in answer;
    return isFailure ? Response.json(answer.error, { status: 500 }) : Response.json(answer);
  };
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

const now = new Date().toISOString();

/** The answer about the session of a user. */
export const sessionOf = (user: object): object => ({
  session: {
    id: "session",
    userId: "user",
    token: "token",
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
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
