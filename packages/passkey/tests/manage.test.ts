import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { passkeyModel } from "../src/models.js";
import { open } from "./fixture.ts";

describe("to register a passkey", () => {
  test("the options have one user handle per user, and exclude the passkeys that exist", async () => {
    const { enrol, userOf } = open();
    const { client, user, device } = await enrol("ann");
    const { data } = await client.passkey.generateRegisterOptions({ authenticatorAttachment: "platform" });
    expect(data).toMatchObject({
      rp: { id: "app.example.com", name: "app.example.com" },
      user: { name: "ann@example.com", displayName: "ann" },
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
      excludeCredentials: [{ id: device.id, type: "public-key", transports: ["internal", "hybrid"] }],
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        residentKey: "preferred",
        userVerification: "preferred",
      },
      attestation: "none",
    });
    expect(Buffer.from(data?.challenge ?? "", "base64url")).toHaveLength(32);
    const handle = data?.user.id ?? "";
    expect(Buffer.from(handle, "base64url")).toHaveLength(64);
    expect(Buffer.from(handle, "base64url").toString("base64url")).toBe(handle);
    expect((await client.passkey.generateRegisterOptions()).data?.user.id).toBe(handle);
    expect((await userOf(user.id))?.webauthnUserId).toBe(handle);
  });

  test("the user handle is in no answer", async () => {
    const { enrol } = open();
    const { client, browser } = await enrol("ann");
    expect(await (await browser.get("/get-session")).text()).not.toContain("webauthnUserId");
    expect((await client.getSession()).data?.user).not.toHaveProperty("webauthnUserId");
  });

  test("a session is needed, and a fresh one", async () => {
    const { client, signUp, clock } = open({ config: { session: { freshAgeSeconds: 300 } } });
    expect((await client.passkey.generateRegisterOptions()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    const ann = await signUp("ann@example.com");
    clock.forward({ minutes: 6 });
    const stale = { status: 403, code: "SESSION_IS_NOT_FRESH" };
    expect((await ann.client.passkey.generateRegisterOptions()).error).toMatchObject(stale);
    expect((await ann.client.passkey.deletePasskey({ id: "x" })).error).toMatchObject(stale);
  });

  test("the name is the given one, else that of the options, else the maker's, else null", async () => {
    const { signUp, add, makeCredential } = open();
    const { client } = await signUp("ann@example.com");
    const first = await makeCredential(client, createAuthenticator());
    const named = await client.passkey.verifyRegistration({ response: first.response, name: "Blue key" });
    expect(named.data?.name).toBe("Blue key");
    const { data } = await client.passkey.generateRegisterOptions({ name: "Red key" });
    if (!data) throw new Error("No options.");
    const response = createAuthenticator().register(data);
    expect((await client.passkey.verifyRegistration({ response })).data?.name).toBe("Red key");
    const made = createAuthenticator({ aaguid: "bada5566-a7aa-401f-bd96-45619a55120d" });
    expect((await add(client, made)).data?.name).toBe("1Password");
    expect((await add(client, createAuthenticator())).data?.name).toBe(null);
  });

  test("a credential is registered once, for one user", async () => {
    const { enrol, signUp, add } = open();
    const { client, device } = await enrol("ann");
    const taken = { status: 409, code: "PREVIOUSLY_REGISTERED" };
    expect((await add(client, device)).error).toMatchObject(taken);
    const bob = await signUp("bob@example.com");
    expect((await add(bob.client, device)).error).toMatchObject(taken);
    expect((await bob.client.passkey.listUserPasskeys()).data).toEqual([]);
  });

  test("a user has as many passkeys as the option says", async () => {
    const { enrol, add, client: guest } = open({ options: { maxPerUser: 2 } });
    const { client } = await enrol("ann");
    await client.passkey.generateRegisterOptions();
    expect((await add(client, createAuthenticator())).error).toBe(null);
    const full = { status: 403, code: "TOO_MANY_PASSKEYS" };
    expect((await client.passkey.generateRegisterOptions()).error).toMatchObject(full);
    expect((await guest.passkey.listUserPasskeys()).error?.status).toBe(401);
  });

  test("the user gets an email, and the app an event", async () => {
    const { enrol, mailbox, events } = open();
    const { email, user, passkey } = await enrol("ann");
    await mailbox.waitFor(email, { kind: "passkey.added" });
    expect(events).toContainEqual({ type: "passkey.added", userId: user.id, passkeyId: passkey.id });
  });

  test("transports of null, as an app's JSON may have them, are no transports", async () => {
    const { signUp, makeCredential } = open();
    const { client } = await signUp("ann@example.com");
    const { response } = await makeCredential(client, createAuthenticator());
    const given = { ...response, response: { ...response.response, transports: null } };
    const added = await client.passkey.verifyRegistration({ response: given });
    expect(added).toMatchObject({ data: { transports: null }, error: null });
  });

  test("an id of 1,023 bytes is registered and found", async () => {
    const { enrol, visit, signInWith } = open();
    const { client, device, passkey } = await enrol("ann", { idLength: 1023 });
    expect(passkey.credentialID).toBe(device.id);
    expect((await client.passkey.generateRegisterOptions()).data?.excludeCredentials[0]?.id).toBe(device.id);
    expect((await signInWith(visit().client, device)).error).toBe(null);
  });

  test("a device without the user is accepted only if the browser registers without a dialog", async () => {
    const { signUp, add } = open();
    const { client } = await signUp("ann@example.com");
    const absent = { isPresent: false, isVerified: false };
    const refused = await add(client, createAuthenticator(), absent);
    expect(refused.error?.code).toBe("FAILED_TO_VERIFY_REGISTRATION");
    const { data } = await client.passkey.generateRegisterOptions({ useAutoRegister: true });
    if (!data) throw new Error("No options.");
    const response = createAuthenticator().register(data, absent);
    expect((await client.passkey.verifyRegistration({ response })).data).toMatchObject({ userVerified: false });
  });
});

describe("to rename a passkey", () => {
  test("its owner gives another name", async () => {
    const { enrol } = open();
    const { client, passkey } = await enrol("ann");
    const renamed = await client.passkey.updatePasskey({ id: passkey.id, name: "Work" });
    expect(renamed.data).toEqual({ passkey: { ...passkey, name: "Work" } });
  });

  test("a session that the user ends meanwhile gives no other name", async () => {
    const { enrol, auth, passkeysOf } = open();
    const { client, passkey, user } = await enrol("ann");
    const before = await client.passkey.updatePasskey({ id: passkey.id, name: "Key" });
    expect(before.error).toBe(null);
    let waiting: Promise<{ readonly error: { readonly status: number } | null }> = Promise.resolve({ error: null });
    await contextOf(auth)?.transactionOn(userModel, user.id, async (ctx) => {
      waiting = client.passkey.updatePasskey({ id: passkey.id, name: "Backup, delete me" });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ctx.db.remove(sessionModel, { userId: user.id });
    });
    expect((await waiting).error?.status).toBe(401);
    expect(await passkeysOf(user.id)).toMatchObject([{ name: "Key" }]);
  });

  test("an absent one and another user's answer alike", async () => {
    const { enrol, passkeysOf } = open();
    const ann = await enrol("ann");
    const bob = await enrol("bob");
    const gone = { status: 404, code: "PASSKEY_NOT_FOUND" };
    for (const id of [ann.passkey.id, "absent"]) {
      expect((await bob.client.passkey.updatePasskey({ id, name: "Mine" })).error).toMatchObject(gone);
      expect((await bob.client.passkey.deletePasskey({ id })).error).toMatchObject(gone);
    }
    expect(await passkeysOf(ann.user.id)).toMatchObject([{ name: null }]);
  });
});

describe("to delete a passkey", () => {
  test("it does not sign in any more; the user gets an email, and the app an event", async () => {
    const { enrol, visit, signInWith, mailbox, events } = open();
    const { client, email, user, device, passkey } = await enrol("ann");
    expect((await client.passkey.deletePasskey({ id: passkey.id })).data).toEqual({ status: true });
    expect((await client.passkey.listUserPasskeys()).data).toEqual([]);
    const refused = await signInWith(visit().client, device);
    expect(refused.error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND", signal: "unknown-credential" });
    await mailbox.waitFor(email, { kind: "passkey.deleted" });
    expect(events).toContainEqual({ type: "passkey.deleted", userId: user.id, passkeyId: passkey.id });
  });

  test("the last way to sign in stays: accounts and passkeys are counted together", async () => {
    const { enrol, add, db } = open();
    const { client, user, passkey } = await enrol("ann");
    const last = { status: 400, code: "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT" };
    expect((await client.unlinkAccount({ providerId: "credential" })).data).toEqual({ status: true });
    expect(await db.count(accountModel, { userId: user.id })).toBe(0);
    expect((await client.passkey.deletePasskey({ id: passkey.id })).error).toMatchObject(last);
    expect((await add(client, createAuthenticator())).error).toBe(null);
    expect((await client.passkey.deletePasskey({ id: passkey.id })).data).toEqual({ status: true });
  });

  test("without a passkey the last account stays", async () => {
    const { enrol } = open();
    const { client, passkey } = await enrol("ann");
    await client.passkey.deletePasskey({ id: passkey.id });
    const refused = await client.unlinkAccount({ providerId: "credential" });
    expect(refused.error?.code).toBe("YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT");
  });

  test("they go with their user", async () => {
    const { enrol, db, auth } = open({ config: { user: { deleteUser: { enabled: true, confirmByMail: false } } } });
    const { user, client, password } = await enrol("ann");
    expect((await client.deleteUser({ password })).error).toBe(null);
    await auth.idle();
    expect(await db.count(passkeyModel, { userId: user.id })).toBe(0);
  });
});
