import { redirect } from "next/navigation";
import { session } from "../../auth.ts";
import { signOut } from "../actions.ts";

export default async function Page() {
  const found = await session();
  if (!found) redirect("/");
  return (
    <main>
      <h1>Account</h1>
      <p>Hello {found.user.name}</p>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}
