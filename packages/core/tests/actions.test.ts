import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { type ActionRequest, toActions } from "@keyhold/core/actions";
import type { Database } from "@keyhold/core/adapter";
import { bool, date, text } from "@keyhold/core/plugin";
import { faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { alice, cheapHashing, home } from "../../../tests/harness/app.ts";

/** Of this file alone: an auth with the secret of other files, and another database, would warn in their logs. */
const secret = "only for this test: c84d608e13a9d24f70";

const { email } = alice;

/** A browser that keeps the cookies of its actions. */
function visit(origin = home, database: Database = memory()) {
  const auth = createAuth({
    secret,
    baseURL: home,
    database,
    log: () => {},
    user: {
      columns: {
        newsletter: bool().optional().input(),
        nickname: text().optional().input(),
        birthday: date().optional().input(),
      },
    },
    emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
  });
  const jar = new Map<string, string>();
  const request = (): ActionRequest => ({
    headers: new Headers({
      origin,
      cookie: [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; "),
    }),
    ipAddress: "203.0.113.7",
    setCookie: ({ name, value, options }) => void (options.maxAge === 0 ? jar.delete(name) : jar.set(name, value)),
  });
  return { auth, actions: toActions(auth, request), jar };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("an action", () => {
  test("takes the form of a page, sets the cookies, and answers with the data", async () => {
    const { actions, jar } = visit();
    expect(await actions.signUp.email(formOf(alice))).toMatchObject({ data: { user: { email } }, error: null });
    expect([...jar.keys()]).toEqual(["keyhold.session_token", "keyhold.known_browser"]);
    expect(await actions.getSession()).toMatchObject({ data: { user: { email } }, error: null });
    expect(await actions.signOut()).toEqual({ data: { success: true }, error: null });
    expect((await actions.getSession()).data).toBe(null);
  });

  test.each(["on", "true", "false"])("takes the checkbox value %s as a boolean", async (rememberMe) => {
    const { actions } = visit();
    const { data } = await actions.signUp.email(formOf({ ...alice, name: "on", rememberMe }));
    expect(data?.user.name).toBe("on");
  });

  test("takes an optional field that is left blank as not given, and in a change as removed", async () => {
    const { actions } = visit();
    const blank = { image: "", nickname: "", birthday: "" };
    const signedUp = await actions.signUp.email(formOf({ ...alice, ...blank }));
    expect(signedUp).toMatchObject({ data: { user: { image: null, nickname: null, birthday: null } }, error: null });
    await actions.updateUser(formOf({ nickname: "Al", birthday: "1990-05-17", name: "Alice" }));
    expect((await actions.updateUser(formOf({ ...blank, name: "" }))).error).toBe(null);
    expect((await actions.getSession()).data?.user).toMatchObject({ nickname: null, birthday: null, name: "Alice" });
  });

  test("tells of a required field that is left blank", async () => {
    const { actions } = visit();
    expect((await actions.signUp.email(formOf({ ...alice, password: "" }))).error?.status).toBe(400);
  });

  test("takes a hidden field before an unchecked box: the session ends with the browser", async () => {
    const { auth } = visit();
    const maxAges: unknown[] = [];
    const request = () => ({
      headers: new Headers({ origin: home }),
      ipAddress: "203.0.113.7",
      setCookie: ({ name, options }: { readonly name: string; readonly options: { readonly maxAge?: number } }) => {
        if (name.endsWith("session_token")) maxAges.push(options.maxAge);
      },
    });
    const form = formOf(alice);
    form.append("rememberMe", "false");
    await toActions(auth, request).signUp.email(form);
    form.append("rememberMe", "on");
    await toActions(auth, request).signIn.email(form);
    expect(maxAges).toEqual([undefined, expect.any(Number)]);
  });

  test("refuses another text for a boolean", async () => {
    const { actions } = visit();
    const { error } = await actions.signUp.email(formOf({ ...alice, rememberMe: "yes" }));
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "rememberMe" }] });
  });

  test("takes a checkbox as a boolean column of the user, and of the fields of sign-up", async () => {
    const { actions } = visit();
    expect(
      (await actions.signUp.email(formOf({ ...alice, newsletter: "on", nickname: "true" }))).data?.user,
    ).toMatchObject({
      newsletter: true,
      nickname: "true",
    });
  });

  test.each(["constructor", "toString", "$ACTION_REF_1"])("takes a form with a field %s", async (name) => {
    const { actions } = visit();
    const form = formOf(alice);
    form.set(name, "on");
    expect((await actions.signUp.email(form)).error).toBe(null);
  });

  test("gives each cookie as a line, too, for frameworks that set headers", async () => {
    const { auth } = visit();
    const lines: string[] = [];
    const setCookie: ActionRequest["setCookie"] = ({ name }, line) => {
      expect(line.startsWith(`${name}=`)).toBe(true);
      lines.push(line);
    };
    await toActions(auth, () => ({ headers: { origin: home }, setCookie })).signUp.email(alice);
    expect(lines).toEqual([
      expect.stringMatching(/^keyhold\.session_token=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^keyhold\.known_browser=/),
    ]);
  });

  test("answers with the invalid fields", async () => {
    const { actions } = visit();
    expect(await actions.signUp.email(formOf({ ...alice, name: "Alice\u0000" }))).toMatchObject({
      data: null,
      error: { code: "VALIDATION_ERROR", status: 400, issues: [{ path: "name" }] },
    });
  });

  test("has the rate limit of the route, and says how long to wait", async () => {
    const { actions } = visit();
    const attempt = () => actions.signIn.email({ email, password: "a wrong password" });
    const answers = [await attempt(), await attempt(), await attempt(), await attempt()];
    expect(answers.map(({ error }) => error?.status)).toEqual([401, 401, 401, 429]);
    expect(answers[3]?.error?.retryAfterSeconds).toBeGreaterThan(0);
  });

  test("is refused for a page of another origin", async () => {
    const { actions } = visit("https://attacker.example");
    expect((await actions.signUp.email(alice)).error).toMatchObject({ code: "INVALID_ORIGIN", status: 403 });
  });

  test("answers 503 while the database cannot be reached", async () => {
    const plan = { isUnavailable: false };
    const { actions } = visit(home, faulty(memory(), plan));
    plan.isUnavailable = true;
    expect((await actions.signUp.email(alice)).error).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
  });
});
