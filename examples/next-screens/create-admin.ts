import { auth } from "./auth.ts";

/** Creates the first administrator: `node create-admin.ts ada@example.com "a good password"`. */
const [email = "", password = ""] = process.argv.slice(2);
const { user } = await auth.api.createUser({ name: "Administrator", email, emailVerified: true, password });
await auth.api.admin.setUserRole({ userId: user.id, role: "admin" });
