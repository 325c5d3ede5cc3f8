import { createTestAuth, linkIn } from "@keyhold/testing";
import { describe, expect, expectTypeOf, test } from "vitest";
import { endpointsFor } from "./endpoint.js";
import { defineErrors } from "./errors.js";
import type { EmailOf, PluginEmail } from "./mail.js";
import { ok } from "./outcome.js";
import { definePlugin, type Plugin } from "./plugin.js";
import type { PluginTypes } from "./plugin-types.js";
import type { ValidationSchema } from "./standard-schema.js";

interface InvitationEmail extends PluginEmail {
  readonly kind: "club.invitation";
  readonly clubName: string;
}
const invitationTo = (to: string, userId: string | null): InvitationEmail => ({
  kind: "club.invitation",
  to,
  userId,
  url: "https://app.example.com/club?secret=s1",
  words: { subject: "Join Chess", heading: "Join Chess", paragraphs: ["Hello,"], label: "Join", notes: [] },
  clubName: "Chess",
});

const noInput: ValidationSchema<unknown> = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
};
const errors = defineErrors({ CLUB_IS_FULL: { status: 409, message: "club is full" } });
const endpoint = endpointsFor<unknown, typeof errors>(errors);

const invite = endpoint({
  route: "POST /club/invite",
  access: "session",
  doc: "Sends an email to an address without an account, and to the caller.",
  input: noInput,
  output: noInput,
  errors: [],
  async handle({ ctx, session }) {
    await ctx.transaction(async (ctx) => {
      ctx.send(invitationTo("ben@example.com", null));
      ctx.send(invitationTo(session.user.email, session.userId));
    });
    return ok({});
  },
});

const inviteTooMany = endpoint({
  route: "POST /club/invite-too-many",
  access: "session",
  doc: "Sends an email, and fails.",
  input: noInput,
  output: noInput,
  errors: ["CLUB_IS_FULL"],
  handle: ({ ctx }) =>
    ctx.transaction(async (ctx) => {
      ctx.send(invitationTo("ben@example.com", null));
      return ctx.fail(errors.CLUB_IS_FULL);
    }),
});

interface ClubTypes extends PluginTypes {
  readonly endpoints: {
    readonly club: { readonly invite: typeof invite; readonly inviteTooMany: typeof inviteTooMany };
  };
  readonly errorCode: keyof typeof errors;
  readonly email: InvitationEmail;
}
const club = (): Plugin<ClubTypes> =>
  definePlugin({ id: "club", errors, endpoints: { club: { invite, inviteTooMany } } });

describe("an email of a plugin", () => {
  test("is delivered unchanged, with the name and URL of its app", async () => {
    const { auth, signUp, mailbox, logged } = createTestAuth({ plugins: [club()], config: { appName: "Example" } });
    const { browser } = await signUp("ann@example.com");
    await browser.post("/club/invite", {});
    const message = await mailbox.waitFor("ben@example.com", { kind: "club.invitation" });
    expectTypeOf(message).toEqualTypeOf<EmailOf<"club.invitation", InvitationEmail>>();
    expect(message).toEqual({
      ...invitationTo("ben@example.com", null),
      appName: "Example",
      appUrl: "https://app.example.com",
    });
    expect(message.clubName).toBe("Chess");
    expect(linkIn(message).href).toBe(message.url);
    await auth.idle();
    expect(logged).toEqual([]);
  });

  test("is not sent if its transaction is rolled back", async () => {
    const { auth, signUp, mailbox } = createTestAuth({ plugins: [club()] });
    const { browser } = await signUp("ann@example.com");
    expect((await browser.post("/club/invite-too-many", {})).status).toBe(409);
    await auth.idle();
    expect(mailbox.messages.map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test("that cannot be delivered emits an event with its kind and its user, who may be null", async () => {
    const { auth, signUp, events, logged } = createTestAuth({
      plugins: [club()],
      config: {
        mail: ({ kind, to }) => {
          if (kind === "club.invitation") throw new Error(`${to} does not exist`);
        },
      },
    });
    const { user, browser } = await signUp("ann@example.com");
    await browser.post("/club/invite", {});
    await auth.idle();
    expect(events.filter(({ type }) => type === "email.failed")).toEqual([
      { type: "email.failed", kind: "club.invitation", userId: null },
      { type: "email.failed", kind: "club.invitation", userId: user.id },
    ]);
    expect(logged.map(({ message }) => message)).toEqual(Array(2).fill('Sending the email "club.invitation" failed.'));
  });
});
