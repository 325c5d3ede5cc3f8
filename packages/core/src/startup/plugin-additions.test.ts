import { createTestAuth, type EventOf } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { decided } from "../../../../tests/harness/decided.ts";
import { endpointsFor } from "../contract/endpoint.js";
import { defineErrors } from "../contract/errors.js";
import { hooksFor } from "../contract/hooks-for.js";
import { ok } from "../contract/outcome.js";
import { definePlugin, type Plugin } from "../contract/plugin.js";
import { eventsFor } from "../contract/plugin-events.js";
import type { OutputColumns, PluginTypes } from "../contract/plugin-types.js";
import { bool, text } from "../model/column.js";
import { defineModel, withColumns } from "../model/model.js";
import { sessionModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { updateSession } from "../session/update.js";

const errors = defineErrors({ TOO_BRIGHT: { status: 400, message: "too bright" } });

/** A plugin with each kind of addition: a session has a desk. */
type DeskEvent = { readonly type: "desk.taken"; readonly desk: string };

interface DeskHooks {
  readonly "desk.take": (desk: string) => string;
}

const columns = { desk: text().optional(), standIn: text().optional() };
const deskModel = defineModel("desk", { id: text(), name: text() });
const seatModel = withColumns(sessionModel, columns);
const endpoint = endpointsFor<unknown, Record<never, never>>({});
const tell = eventsFor<DeskEvent>();
const hooksAt = hooksFor<DeskHooks>();

const take = endpoint({
  route: "POST /desk/take",
  access: "session",
  doc: "Takes a desk.",
  input: z.object({ desk: z.string() }),
  output: z.object({ status: z.boolean() }),
  async handle({ input, session, ctx }) {
    let { desk } = input;
    for (const hook of hooksAt(ctx, "desk.take")) desk = hook(desk);
    await updateSession(ctx, session, { desk });
    tell(ctx, { type: "desk.taken", desk });
    return ok({ status: true });
  },
});

const own = endpoint({
  route: "POST /desk/own",
  access: "session",
  isPersonal: true,
  doc: "Only for the user.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  handle: () => ok({ status: true }),
});

const furnish = endpoint({
  route: "POST /desk/furnish",
  access: "public",
  takesColumns: { of: deskModel, under: "data", canClear: true },
  doc: "Answers with the columns that it took.",
  input: z.object({}),
  output: z.object({ columns: z.record(z.string(), z.unknown()) }),
  handle: ({ columns }) => ok({ columns }),
});

interface DeskTypes extends PluginTypes {
  readonly endpoints: {
    readonly desk: { readonly take: typeof take; readonly own: typeof own; readonly furnish: typeof furnish };
  };
  readonly session: OutputColumns<typeof columns>;
  readonly event: DeskEvent;
  readonly hooks: DeskHooks;
}

const desks = (): Plugin<DeskTypes> =>
  definePlugin({
    id: "desks",
    models: [deskModel],
    extends: { session: { columns } },
    endpoints: { desk: { take, own, furnish } },
    hookNames: { "desk.take": true },
    actorColumn: "standIn",
    isAdmin: ({ email }) => email.startsWith("boss@"),
  });

describe("a plugin adds columns to the session", () => {
  test("which calls and lists of sessions show, with their types", async () => {
    const { auth, signUp } = createTestAuth({ plugins: [desks()] });
    const { browser } = await signUp("ann@example.com");
    await browser.post("/desk/take", { desk: "window" });
    const { session } = await (await browser.get("/get-session")).json();
    expect(session.desk).toBe("window");
    const [listed] = await (await browser.get("/list-sessions")).json();
    expect(listed.desk).toBe("window");
    const typed: string | null | undefined = (await auth.api.getSession())?.session.desk;
    expect(typed).toBe(undefined);
  });

  test("which a hook sets when a session is opened", async () => {
    const hooks = { "session.create": () => ({ desk: "door" }) };
    const { signUp } = createTestAuth({ plugins: [desks()], config: { hooks } });
    const { browser } = await signUp("ann@example.com");
    expect((await (await browser.get("/get-session")).json()).session.desk).toBe("door");
  });

  test("which are not changed after the session has ended: 401, and it is not restored", async () => {
    const { signUp, db } = createTestAuth({ plugins: [desks()] });
    const { user } = await signUp("ann@example.com");
    const session = await db.find(sessionModel, { userId: user.id });
    if (!session) throw new Error("There is no session.");
    await db.remove(sessionModel, { id: session.id });
    const late = updateSession({ sessionCache: null, db: decided(db) }, session, { desk: "window" });
    await expect(late).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
    expect(await db.count(sessionModel, {})).toBe(0);
  });
});

describe("a plugin emits events of its own", () => {
  test("to the app, which knows them by their types", async () => {
    const heard: string[] = [];
    const onEvent = (event: EventOf<readonly [ReturnType<typeof desks>]>) => {
      if (event.type === "desk.taken") heard.push(event.desk);
    };
    const { signUp, auth } = createTestAuth({ plugins: [desks()], config: { onEvent } });
    const { browser } = await signUp("ann@example.com");
    await browser.post("/desk/take", { desk: "window" });
    await auth.idle();
    expect(heard).toEqual(["window"]);
  });
});

describe("a plugin offers hooks to others", () => {
  test("other plugins first, in their order, the app last", async () => {
    const other = definePlugin({ id: "other", hooks: { "desk.take": (desk: string) => `${desk}1` } });
    const { signUp } = createTestAuth({
      plugins: [desks(), other],
      config: { hooks: { "desk.take": (desk) => `${desk}2` } },
    });
    const { browser } = await signUp("ann@example.com");
    await browser.post("/desk/take", { desk: "window" });
    expect((await (await browser.get("/get-session")).json()).session.desk).toBe("window12");
  });
});

describe("a plugin extends models of others", () => {
  const extras = definePlugin({
    id: "extras",
    errors,
    extends: {
      desk: {
        columns: {
          colour: text()
            .optional()
            .input()
            .check((colour) => (colour === "white" ? errors.TOO_BRIGHT : null)),
          isTall: bool().optional().input(),
          price: text().optional(),
          lock: text().optional().secret().input(),
        },
      },
    },
  });

  const furnished = async (data: unknown) => {
    const { browser } = createTestAuth({ plugins: [desks(), extras] });
    const response = await browser.post("/desk/furnish", { data });
    const body = await response.json();
    return body.columns ?? body.code;
  };

  test("and gets their columns with the input, if they are inputs, and checked", async () => {
    expect(await furnished({ colour: "red", isTall: true, price: "0", name: "x", id: "y" })).toEqual({
      colour: "red",
      isTall: true,
    });
    expect(await furnished({ colour: null })).toEqual({ colour: null });
    expect(await furnished({ colour: 5 })).toBe("VALIDATION_ERROR");
    expect(await furnished({ colour: "white" })).toBe("TOO_BRIGHT");
  });

  test.each([[undefined], [null], ["text"], [[]], [{ __proto__: { colour: "red" } }]])(
    "and get no column if the input has %j in their place",
    async (data) => {
      expect(await furnished(data)).toEqual({});
    },
  );

  test("and responses show them, but never a secret one", () => {
    const { auth } = createTestAuth({ plugins: [desks(), extras] });
    const row = { id: "1", name: "desk", colour: "red", isTall: null, price: null, lock: "hidden" };
    const shown = { id: "1", name: "desk", colour: "red", isTall: null, price: null };
    expect(publicRow(auth.schema, deskModel, row)).toEqual(shown);
  });

  test("that exist: a model that no plugin defines is a config error", () => {
    const stray = definePlugin({ id: "stray", extends: { table: { columns: { legs: text() } } } });
    expect(() => createTestAuth({ plugins: [stray] })).toThrow(
      '"stray" extends the model "table", which no plugin defines',
    );
  });

  test("one column each: two that add the same are a config error", () => {
    const twin = definePlugin({ id: "twin", extends: { desk: { columns: { colour: text().optional() } } } });
    expect(() => createTestAuth({ plugins: [desks(), extras, twin] })).toThrow(
      '"extras" and "twin" both define the column "desk.colour"',
    );
  });
});

describe("an administrator who impersonates a user", () => {
  async function standIn() {
    const fixture = createTestAuth({ plugins: [desks()] });
    const { browser, user } = await fixture.signUp("ann@example.com");
    const session = await fixture.db.find(seatModel, { userId: user.id });
    await fixture.db.update(seatModel, session?.id ?? "", { standIn: "boss" });
    return { ...fixture, browser };
  }

  test("may call routes that are not personal", async () => {
    const { browser } = await standIn();
    expect((await browser.post("/desk/take", { desk: "window" })).status).toBe(200);
  });

  test.each(["/desk/own", "/change-password", "/delete-user", "/change-email"])(
    "may not call personal routes: %s",
    async (path) => {
      const { browser } = await standIn();
      const response = await browser.post(path, {});
      expect([response.status, (await response.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    },
  );

  test("does not prolong the session by a request", async () => {
    const { browser, clock, db } = await standIn();
    const before = await db.find(sessionModel, {});
    clock.forward({ days: 3 });
    expect((await browser.get("/get-session")).status).toBe(200);
    expect((await db.find(sessionModel, {}))?.expiresAt).toEqual(before?.expiresAt);
  });
});
