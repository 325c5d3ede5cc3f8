import { adminClient } from "@keyhold/admin/client";
import { createAuthClient } from "@keyhold/react";

const authClient = createAuthClient({ plugins: [adminClient()] });
const { data } = await authClient.admin.listUsers({ limit: 50 });

export const UserList = () => (
  <ul>
    {data?.users.map(({ id, email, role }) => (
      <li key={id}>
        {email} {role}{" "}
        <button type="button" onClick={() => authClient.admin.banUser({ userId: id })}>
          Ban
        </button>
      </li>
    ))}
  </ul>
);
